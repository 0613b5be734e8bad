/* A fixed piece of work, of text and objects as that of tests; prints the CPU milliseconds it took. */

const rounds = 12

const round = (seed: number): number => {
  const rows = Array.from({ length: 40_000 }, (_, at) => ({
    id: `row-${(at * 7919 + seed) % 40_009}`,
    names: [`name ${at}`, `other ${at % 17}`],
    count: at % 31,
  }))
  const read: typeof rows = JSON.parse(JSON.stringify(rows))
  const byId = new Map(read.map((row) => [row.id, row]))
  const sorted = [...byId.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1))
  return sorted.filter(({ id, names }) => /-\d*3\d*$/.test(id) && names.join().includes('7')).length
}

const before = process.cpuUsage()
let found = 0
for (let seed = 0; seed < rounds; seed += 1) found += round(seed)
const { user, system } = process.cpuUsage(before)
if (found === 0) throw new Error('The work found nothing.')
console.log((user + system) / 1000)
