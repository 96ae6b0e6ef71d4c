//! What holds for every tree, whatever the page.

use unmold_core::html::{Kind, NodeId, Problems, Tree};

/// Says what is wrong with a tree, if anything is. Texts and attributes are read too, so that a range that lies
/// outside the page or cuts a character shows as a panic.
pub fn check(tree: &Tree<'_>, max_depth: usize) -> Result<(), String> {
    check_order(tree)?;
    let mut depths = vec![0; tree.len()];
    for id in 1..tree.len() as NodeId {
        check_links(tree, id)?;
        check_content(tree, id)?;
        let parent = tree.parent(id).ok_or(format!("node {id} has no parent"))?;
        depths[id as usize] = depths[parent as usize] + 1;
        if tree.is_element(id) && depths[id as usize] > max_depth {
            return Err(format!("node {id} stands at depth {}", depths[id as usize]));
        }
    }
    Ok(())
}

/// A walk over children and siblings meets every node, in the order of the ids.
fn check_order(tree: &Tree<'_>) -> Result<(), String> {
    let is_rooted = tree.kind(0) == Kind::Document && tree.parent(0).is_none();
    if !is_rooted {
        return Err("the first node is not the document".into());
    }
    let mut expected: NodeId = 1;
    let mut open: Vec<NodeId> = tree.first_child(0).into_iter().collect();
    while let Some(id) = open.pop() {
        if id != expected {
            return Err(format!("node {id} where {expected} should stand"));
        }
        expected += 1;
        open.extend(tree.next_sibling(id));
        open.extend(tree.first_child(id));
    }
    if expected as usize == tree.len() {
        Ok(())
    } else {
        Err(format!("only {expected} of {} nodes are in the tree", tree.len()))
    }
}

fn check_links(tree: &Tree<'_>, id: NodeId) -> Result<(), String> {
    let parent = tree.parent(id).filter(|&parent| parent < id);
    let parent = parent.ok_or(format!("node {id} has no parent before it"))?;
    if parent != 0 && !tree.is_element(parent) {
        return Err(format!("node {id} is the child of a {:?}", tree.kind(parent)));
    }
    if let Some(next) = tree.next_sibling(id)
        && (next != tree.subtree_end(id) || tree.parent(next) != Some(parent))
    {
        return Err(format!("{next} is no sibling of node {id}"));
    }
    Ok(())
}

fn check_content(tree: &Tree<'_>, id: NodeId) -> Result<(), String> {
    for attribute in tree.attributes(id) {
        let _ = (attribute.prefix(), attribute.value());
        if attribute.name().is_empty() {
            return Err(format!("node {id} has an attribute without a name"));
        }
    }
    match tree.kind(id) {
        Kind::Text if tree.text(id).is_empty() => Err(format!("text {id} is empty")),
        Kind::Document => Err(format!("node {id} is a second document")),
        kind if kind.is_element() && tree.tag(id).is_empty() && !tree.problems().contains(Problems::NAMES) => {
            Err(format!("element {id} has no tag"))
        }
        _ => Ok(()),
    }
}
