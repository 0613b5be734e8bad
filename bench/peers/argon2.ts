import { hash, verify } from '@node-rs/argon2'

/* The limit that the password hash sets: how many checks one core does in a second. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const
const seconds = Number(process.argv[2] ?? 3)

const stored = await hash('correct horse battery staple', parameters)
await verify(stored, 'correct horse battery staple')
const before = process.cpuUsage()
const end = Date.now() + seconds * 1000
let checked = 0
while (Date.now() < end) {
  await verify(stored, 'correct horse battery staple')
  checked += 1
}
const { user, system } = process.cpuUsage(before)
console.log(checked / ((user + system) / 1e6))
