"""Tree edit distance, after Zhang and Shasha (SIAM Journal on Computing, 1989)."""

from reference.trees import Node, matches


def postorder(root: Node | None) -> tuple[list[Node], list[int]]:
    """All nodes, children before parents, and for each the position of its leftmost leaf."""
    nodes: list[Node] = []
    leftmost: list[int] = []

    def visit(node: Node) -> int:
        firsts = [visit(child) for child in node.children]
        nodes.append(node)
        leftmost.append(firsts[0] if firsts else len(nodes) - 1)
        return leftmost[-1]

    if root is not None:
        visit(root)
    return nodes, leftmost


def key_roots(leftmost: list[int]) -> list[int]:
    """Of all nodes that share a leftmost leaf, the highest."""
    return sorted({first: position for position, first in enumerate(leftmost)}.values())


def tree_edit_distance(
    first: Node | None, second: Node | None, insert: int = 1, delete: int = 1, rename: int = 1
) -> int:
    nodes1, left1 = postorder(first)
    nodes2, left2 = postorder(second)
    if not nodes1 or not nodes2:
        return delete * len(nodes1) + insert * len(nodes2)
    trees = [[0] * len(nodes2) for _ in nodes1]

    def forests(root1: int, root2: int) -> None:
        """Compare all prefixes of two subtrees; note the distance where both are whole trees."""
        start1, start2 = left1[root1], left2[root2]
        height, width = root1 - start1 + 2, root2 - start2 + 2
        table = [[0] * width for _ in range(height)]
        for i in range(1, height):
            table[i][0] = table[i - 1][0] + delete
        for j in range(1, width):
            table[0][j] = table[0][j - 1] + insert
        for i in range(1, height):
            for j in range(1, width):
                node1, node2 = start1 + i - 1, start2 + j - 1
                whole = left1[node1] == start1 and left2[node2] == start2
                if whole:
                    same = matches(nodes1[node1], nodes2[node2])
                    together = table[i - 1][j - 1] + (0 if same else rename)
                else:
                    before = table[left1[node1] - start1][left2[node2] - start2]
                    together = before + trees[node1][node2]
                table[i][j] = min(table[i - 1][j] + delete, table[i][j - 1] + insert, together)
                if whole:
                    trees[node1][node2] = table[i][j]

    for root1 in key_roots(left1):
        for root2 in key_roots(left2):
            forests(root1, root2)
    return trees[-1][-1]


def sum_similarity(first: Node | None, second: Node | None) -> float:
    nodes = len(postorder(first)[0]) + len(postorder(second)[0])
    return 1 - tree_edit_distance(first, second) / nodes if nodes else 1.0


def max_similarity(first: Node | None, second: Node | None) -> float:
    nodes = max(len(postorder(first)[0]), len(postorder(second)[0]))
    return max(0.0, 1 - tree_edit_distance(first, second) / nodes) if nodes else 1.0
