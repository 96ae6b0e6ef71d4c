//! Sorts hashes: they are spread evenly, so that the highest bits of each tell nearly where it belongs.

/// The most buckets, as a power of two: pages have some hundreds of contents, and 2 KB of counts stay in the cache.
const MAX_BITS: u32 = 9;

/// Fewer than these are sorted as anything else. A guess.
const FEW: usize = 16;

/// Items that have to go further than this on average are no hashes, or somebody made them: hashes go less than one
/// place.
const FAR: usize = 8;

/// Sorts items by their hashes, and items of the same hash by the rest of them; `room` is memory that is lent.
pub(super) fn sort_spread<Item: Copy + Ord>(items: &mut [Item], room: &mut Vec<Item>, hash: impl Fn(&Item) -> u64) {
    if items.len() < FEW {
        return items.sort_unstable();
    }
    let bits = items.len().ilog2().min(MAX_BITS);
    let bucket = |item: &Item| (hash(item) >> (64 - bits)) as usize & ((1 << MAX_BITS) - 1);
    let mut ends = [0u32; 1 << MAX_BITS];
    items.iter().for_each(|item| ends[bucket(item)] += 1);
    let mut end = 0;
    for count in &mut ends[..1 << bits] {
        end += *count;
        *count = end;
    }
    room.clear();
    room.extend_from_slice(items);
    for item in &*room {
        let place = &mut ends[bucket(item)];
        *place -= 1;
        items[*place as usize] = *item;
    }
    // Every item is in its bucket by now, so that none has far to go.
    let mut left = FAR * items.len();
    for next in 1..items.len() {
        let item = items[next];
        let mut place = next;
        while place > 0 && item < items[place - 1] {
            items[place] = items[place - 1];
            place -= 1;
        }
        items[place] = item;
        match left.checked_sub(next - place) {
            Some(rest) => left = rest,
            None => return items.sort_unstable(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::stir;

    #[test]
    fn items_are_sorted_whatever_they_are() {
        let hashes = |count: u64| (0..count).map(|number| stir(number * 7 + count)).collect::<Vec<u64>>();
        let mut cases: Vec<Vec<u64>> = [0, 1, 2, 15, 16, 17, 100, 1000, 5000].map(hashes).into();
        cases.push((0..1000).map(|number| stir(number % 300)).collect());
        cases.push((0..1000).rev().collect());
        cases.push(vec![u64::MAX; 100]);
        cases.push((0..500).map(|number| if number % 2 == 0 { 7 } else { stir(number) }).collect());
        let mut room = Vec::new();
        for values in cases {
            let mut expected = values.clone();
            expected.sort_unstable();
            let mut sorted = values.clone();
            sort_spread(&mut sorted, &mut room, |&value| value);
            assert_eq!(sorted, expected);
        }
        let mut pairs: Vec<(u64, u64)> = (0..400).map(|number| (stir(number % 200), stir(number))).collect();
        let mut expected = pairs.clone();
        expected.sort_unstable();
        sort_spread(&mut pairs, &mut Vec::new(), |pair| pair.0);
        assert_eq!(pairs, expected);
    }
}
