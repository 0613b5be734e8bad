import { writeFileSync } from 'node:fs'

const folder = 'packages/server/src/platform/db/migrations'

/** Date and time name a migration, so that parallel work never collides. */
const stamp = (now: Date): string => {
  const [date = '', time = ''] = now.toISOString().split('T')
  return `${date.replaceAll('-', '')}-${time.slice(0, 5).replace(':', '')}`
}

const template = `import { type Migration, tenantTable } from '../migration.ts'

export const migration: Migration = {
  statements: [...tenantTable('name_of_the_table')],
}
`

const [subject] = process.argv.slice(2)
if (subject === undefined || !/^[a-z][a-z0-9-]*$/.test(subject)) {
  console.error('Name the subject in kebab-case: npm run db:new -- grid-cards')
  process.exit(2)
}
const path = `${folder}/${stamp(new Date())}-${subject}.ts`
writeFileSync(path, template, { flag: 'wx' })
console.log(path)
