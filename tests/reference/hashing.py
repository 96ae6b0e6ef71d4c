"""The stored 64-bit hash, word by word."""

from collections.abc import Iterable

MASK = 2**64 - 1
STEP = 0x9E3779B97F4A7C15
BYTES_START = 0x243F6A8885A308D3
SEQUENCE_START = 0x13198A2E03707344
PATH_START = 0xA4093822299F31D0


def stir(word: int) -> int:
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & MASK
    return word ^ (word >> 31)


def extend(state: int, word: int) -> int:
    return stir(((state + 1) * STEP + word) & MASK)


def hash_bytes(data: bytes) -> int:
    state = extend(BYTES_START, len(data))
    for start in range(0, len(data), 8):
        state = extend(state, int.from_bytes(data[start : start + 8], "little"))
    return state


def hash_sequence(words: Iterable[int]) -> int:
    words = list(words)
    state = SEQUENCE_START
    for word in words:
        state = extend(state, word)
    return extend(state, len(words))


def hash_set(words: Iterable[int]) -> int:
    return hash_sequence(sorted(set(words)))


def hash_path(tags: Iterable[str]) -> int:
    state = PATH_START
    for tag in tags:
        state = extend(state, hash_bytes(tag.encode()))
    return state
