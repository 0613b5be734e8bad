import { writeFileSync } from 'node:fs'

const folder = 'packages/server/src/platform/db/migrations'

/** Date and time name a migration, so that parallel work never collides. */
const stamp = (now: Date): string => {
  const [date = '', time = ''] = now.toISOString().split('T')
  return `${date.replaceAll('-', '')}-${time.slice(0, 5).replace(':', '')}`
}

/** A table whose rows have a unique name, an ETag and times: change what is different. */
const templateOf = (
  table: string,
): string => `import { type Migration, tenantTable } from '../migration.ts'

/** What a row is, in one line. */
export const migration: Migration = {
  statements: [
    \`create table ${table} (
      tenant_id uuid not null references tenants,
      id uuid not null,
      name text not null,
      name_key text collate "C" not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      version integer not null default 1,
      primary key (tenant_id, id),
      unique (tenant_id, name_key)
    )\`,
    ...tenantTable('${table}'),
  ],
}
`

const [subject] = process.argv.slice(2)
if (subject === undefined || !/^[a-z][a-z0-9-]*$/.test(subject)) {
  console.error('Name the table in kebab-case: npm run db:new -- grid-cards')
  process.exit(2)
}
const path = `${folder}/${stamp(new Date())}-${subject}.ts`
writeFileSync(path, templateOf(subject.replaceAll('-', '_')), { flag: 'wx' })
console.log(path)
