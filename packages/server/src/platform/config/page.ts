import { outboundKinds } from './outbound-allow.ts'
import { descriptions, Variables } from './variables.ts'

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

Signet reads environment variables once, when it starts. An empty variable counts as not set. A
\`SIGNET_\` name that is not listed here, or a value that is wrong or unsafe, refuses the start with
one sentence that names it.

This page is written by the test of the configuration, from the variables themselves:
\`vitest run packages/server/src/platform/config.test.ts -u\`.`

const closing = `## What is refused

- Listening on anything but loopback without TLS or a declared proxy, in development, or with \`--demo\`.
- A public URL with plain \`http\` for a name that is not loopback; the same origin for tenant and Authenticator.
- A proxy list that means everyone.
- An allowed outgoing target whose range holds a cloud metadata address. Kinds are ${outboundKinds.map((kind) => `\`${kind}\``).join(', ')}.
- A missing or wrong master key for a database that has one; PostgreSQL without a given key.

One more name stands in the environment before the process starts: \`UV_THREADPOOL_SIZE\`, which the
launcher sets to cores + 4, because signatures and password hashes share that pool. Commands alone know
\`SIGNET_KEY_PASSPHRASE\` (see [keys](keys.md)); the service refuses to start with it.
`

/** docs/operations/configuration.md, from the variables themselves. */
export const configurationPage = (): string =>
  [introduction, ...sections.map(tableOf), closing].join('\n\n')
