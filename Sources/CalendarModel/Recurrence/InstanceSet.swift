/// The instances of one period, in order: certain times of certain days, of which BYSETPOS may pick some.
struct InstanceSet {
  /// What the times are counted from, in seconds on the wall: the days of the period, or its only hour, minute or
  /// second.
  private(set) var bases: [Int] = []
  let times: ClockTimes
  private let positions: [Int]
  /// Places in the whole set, if BYSETPOS picks some.
  private var picked: [Int] = []

  init(times: ClockTimes, positions: [Int]) {
    self.times = times
    self.positions = positions
  }

  /// How many instances there are.
  var count: Int { positions.isEmpty ? bases.count * times.count : picked.count }

  /// How many instances a period with so many bases has.
  func count(ofBases bases: Int) -> Int {
    positions.isEmpty ? bases * times.count : indices(of: bases * times.count).count
  }

  /// Puts another period in the place of the last one: `add` adds its days or its part of a day, in order.
  mutating func fill(_ add: (inout [Int]) -> Void) {
    bases.removeAll(keepingCapacity: true)
    add(&bases)
    if !positions.isEmpty { picked = indices(of: bases.count * times.count).sorted() }
  }

  /// What BYSETPOS picks from a whole set of that size.
  private func indices(of total: Int) -> Set<Int> {
    Set(positions.lazy.map { $0 > 0 ? $0 - 1 : total + $0 }.filter { (0..<total).contains($0) })
  }

  /// The instance of that number, 0 to below `count`, as seconds on the wall.
  subscript(index: Int) -> Int {
    let position = positions.isEmpty ? index : picked[index]
    let (base, time) = position.quotientAndRemainder(dividingBy: times.count)
    return bases[base] + times[time]
  }

  /// How many instances lie before that second.
  func count(before seconds: Int) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < seconds { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
