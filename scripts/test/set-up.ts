import { afterAll } from 'vitest'

// Runs before each test file, also where files share a worker: what the file imports counts as its.
const before = process.cpuUsage()

// oxlint-disable-next-line no-empty-pattern -- Vitest reads the fixtures from this argument; none is used.
afterAll(({}, suite) => {
  const { user, system } = process.cpuUsage(before)
  suite.file.meta.cpuSeconds = (user + system) / 1_000_000
})
