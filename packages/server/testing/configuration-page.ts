import { outboundKinds } from '../src/platform/config/outbound-allow.ts'
import { descriptions, Variables } from '../src/platform/config/variables.ts'

const sections = [
  'Service',
  'Database',
  'Keys',
  'Mail and outgoing calls',
  'Sessions and load',
] as const

const rows = Object.entries(Variables.shape).map(([name, schema]) => {
  const description = descriptions.get(schema)
  if (description === undefined) throw new Error(`${name} has no description`)
  return { name, ...description }
})

const cell = (text: string): string => text.replaceAll('|', '\\|')

const tableOf = (section: (typeof sections)[number]): string =>
  [
    `## ${section}`,
    '',
    '| Variable | What it sets | When it is not set |',
    '|---|---|---|',
    ...rows
      .filter((row) => row.section === section)
      .map(({ name, text, otherwise }) => `| \`${name}\` | ${cell(text)} | ${cell(otherwise)} |`),
  ].join('\n')

const introduction = `# Configuration

Signet reads environment variables once, when it starts. An empty variable counts as not set. Signet
refuses to start if an unknown \`SIGNET_\` variable or an invalid or unsafe value is set, and names it.

The configuration test generates this page from the variables:
\`npx vitest run --project server packages/server/src/platform/config.test.ts -u\`.`

const closing = `## What is refused

- Listening on anything but loopback without TLS or a declared proxy, in development, or with \`--demo\`.
- A public URL with plain \`http\` for a name that is not loopback; the same origin for tenant and Authenticator.
- A proxy list that means everyone.
- An allowed outgoing target whose range holds a cloud metadata address. Kinds are ${outboundKinds.map((kind) => `\`${kind}\``).join(', ')}.
- A missing or wrong master key for a database that has one; PostgreSQL without a given key.

The launcher also sets \`UV_THREADPOOL_SIZE\` to cores + 4 before the process starts, because signatures and
password hashes share that pool. Only commands read \`SIGNET_KEY_PASSPHRASE\` (see [keys](keys.md)); the service
refuses to start with it.
`

/** docs/operations/configuration.md, from the variables themselves. */
export const configurationPage = (): string =>
  [introduction, ...sections.map(tableOf), closing].join('\n\n')
