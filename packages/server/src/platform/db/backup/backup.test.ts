import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  openTestDatabase,
  type TestDatabase,
} from '../../../../testing/database/open-test-database.ts'
import {
  type EmptyPlace,
  emptyFolder,
  emptyPostgres,
} from '../../../../testing/database/test-empty.ts'
import { createTestTenant } from '../../../../testing/database/test-tenant.ts'
import { createLog } from '../../log.ts'
import { masterKeyOf } from '../../secrets/master-key.ts'
import type { TenantDb } from '../database.ts'
import { migrate } from '../migrate.ts'
import type { DatabaseConfig } from '../open.ts'
import { backupSeal } from './backup-seal.ts'
import { withOwner } from './owner-session.ts'
import type { Trust } from './read-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const log = createLog({ level: 'silent' })
const at = new Date('2026-11-21T12:00:00Z')
const master = masterKeyOf(Buffer.alloc(32, 7))
const otherMaster = masterKeyOf(Buffer.alloc(32, 8))
const trusted = { master, unsigned: false } as const

let opened: TestDatabase
let folder: string
let file: string
const places: EmptyPlace[] = []
const nowhere = { databaseUrl: null, databaseOwnerUrl: null, databasePool: 1 }

const textOf = async (name: string): Promise<string> => gunzipSync(await readFile(name)).toString()

const backUp = (name: string): Promise<number> =>
  opened.asOwner((owner) => writeBackup(owner, { file: name, master, at }))

/** Somewhere to restore to, of the kind of the database under test or of the other one. */
const emptyPlace = async (kind: 'embedded' | 'postgres'): Promise<EmptyPlace> => {
  const place =
    kind === 'embedded' ? await emptyFolder() : await emptyPostgres(opened.ownerUrl ?? '')
  places.push(place)
  return place
}

const insertOrganization = (db: TenantDb, tenantId: string, parentId: string | null) => {
  const id = randomUUID()
  return db
    .insertInto('organizations')
    .values({
      tenant_id: tenantId,
      id,
      parent_id: parentId,
      name: id,
      name_key: id,
      display_name: 'Tab\t, quote ", backslash \\ and \u00e9\u{1f511}\nnew line',
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** Values that text forms often lose: JSON null, bytes, microseconds, quotes, a child before its parent. */
const fill = async (): Promise<void> => {
  await createTestTenant(opened.database, async (db, tenantId) => {
    const first = await insertOrganization(db, tenantId, null)
    const second = await insertOrganization(db, tenantId, first.id)
    await db
      .updateTable('organizations')
      .set({ parent_id: second.id })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', first.id)
      .execute()
    await db
      .insertInto('settings')
      .values({ tenant_id: tenantId, family: 'odd', value: 'null', updated_at: at })
      .execute()
    await db
      .insertInto('job_contents')
      .values({
        tenant_id: tenantId,
        id: randomUUID(),
        queue: 'mail',
        state: 'WAITING',
        sealed: randomBytes(300),
        attempts: 0,
        last_error: null,
        created_at: at,
        ended_at: null,
      })
      .execute()
  })
  await opened.asOwner(async (owner) => {
    await owner.query(`select ensure_month_partition('audit_events', current_date)`)
    await owner.query(`update settings set updated_at = '2026-11-21 12:00:00.123456+00'`)
    await owner.query(`insert into pgboss.job (name, data) values ('mail', '{"kept": 1}')`)
    await owner.query(`insert into pgboss.job (name, data, state, completed_on)
      values ('mail', '{"done": 1}', 'completed', now())`)
  })
}

beforeAll(async () => {
  opened = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'signet-backup-test-'))
  file = join(folder, 'first.backup')
  await fill()
  await backUp(file)
})
afterAll(async () => {
  for (const place of places) await place.drop()
  await opened.drop()
  await rm(folder, { recursive: true })
})

describe('a backup', () => {
  test('is readable by its owner only and never written over', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const before = await readFile(file)
    await expect(backUp(file)).rejects.toThrow('exists already')
    expect(await readFile(file)).toEqual(before)
  })

  test('holds jobs that wait, none that are done, and no process', async () => {
    const text = await textOf(file)
    expect(text).toContain('kept')
    expect(text).not.toContain('{\\"done\\": 1}')
    expect(text).not.toContain('public.nodes')
  })

  test('leaves no file when it fails, and says so to a role that may not see every row', async () => {
    const failed = join(folder, 'failed.backup')
    await expect(
      opened.asOwner(async (owner) => {
        await owner.query('set role signet_runtime')
        return writeBackup(owner, { file: failed, master, at })
      }),
    ).rejects.toThrow('does not see every row')
    await expect(stat(failed)).rejects.toThrow('ENOENT')
  })
})

const kinds =
  process.env.SIGNET_TEST_DATABASE === 'embedded'
    ? (['embedded'] as const)
    : (['embedded', 'postgres'] as const)

/** Everything but the header's time and the base of the audit's order, which a restore raises. */
const comparable = (text: string): string[] => {
  const lines = text.split('\n').slice(0, -2)
  const sequencer = lines.findIndex((line) => line.includes('"public.audit_sequencer"'))
  return lines.toSpliced(sequencer, 2)
}

const schema = `
  select conname::text as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where connamespace = 'public'::regnamespace and contype = 'f'
  union all select relname::text, relkind::text from pg_class
  where relnamespace = 'public'::regnamespace order by 1, 2`

describe.each(kinds)('restored into an empty database (%s)', (kind) => {
  let config: DatabaseConfig
  beforeAll(async () => {
    ;({ config } = await emptyPlace(kind))
    await restoreBackup(config, { file, log, ...trusted })
  }, 120_000)

  test('is the same, row by row, and takes a next backup', async () => {
    const again = join(folder, `again-${kind}.backup`)
    await withOwner(config, (owner) => writeBackup(owner, { file: again, master, at }))
    expect(comparable(await textOf(again))).toEqual(comparable(await textOf(file)))
  })

  test('has the foreign keys of a migrated schema, and its months', async () => {
    const restored = await withOwner(config, (owner) => owner.query(schema))
    const migrated = await opened.asOwner((owner) => owner.query(schema))
    expect(restored.rows).toEqual(migrated.rows)
  })

  test('is filled once', async () => {
    const refused = restoreBackup(config, { file, log, ...trusted })
    await expect(refused).rejects.toThrow(
      kind === 'embedded' ? 'holds a database already' : 'is not empty',
    )
  })
})

describe('a restore', () => {
  const restore = (name: string, trust: Trust = trusted) =>
    restoreBackup({ ...nowhere, dataDir: join(folder, 'data') }, { file: name, log, ...trust })
  const rewritten = async (change: (text: string) => string): Promise<string> => {
    const name = join(folder, 'rewritten.backup')
    await writeFile(name, gzipSync(change(await textOf(file))))
    return name
  }

  /** As an attacker changes a file who knows its format, and not the master key. */
  const forged = (change: (text: string) => string) =>
    rewritten((text) => {
      const lines = change(text).split('\n').slice(0, -2)
      const end = JSON.parse(text.split('\n').at(-2) ?? '').end
      const bytes = `${lines.join('\n')}\n`
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      return `${bytes}${JSON.stringify({ end: { ...end, sha256 } })}\n`
    })
  const swapRow = (text: string): string => text.replace('"odd"', '"ODD"')
  const asOlder = (text: string): string => text.replace('"version":2', '"version":1')

  test.each<readonly [string, (text: string) => string, Trust, string]>([
    ['with a row changed and its checksum made anew', swapRow, trusted, 'was changed after it was'],
    ['that claims to be an older one', asOlder, trusted, 'restore it with --unsigned'],
    ['without the master key', (text) => text, { master: null, unsigned: false }, 'is missing'],
    [
      'signed with another master key',
      (text) => text,
      { master: otherMaster, unsigned: false },
      'another master key',
    ],
    [
      'that names the given key, yet was signed with another',
      (text) => text.replace(master.id.toString('hex'), otherMaster.id.toString('hex')),
      { master: otherMaster, unsigned: false },
      'was changed after it was made',
    ],
  ])(
    'is refused for a file %s',
    { meta: { covers: ['S72'] } },
    async (_name, change, trust, reason) => {
      await expect(restore(await forged(change), trust)).rejects.toThrow(reason)
      await expect(stat(join(folder, 'data'))).rejects.toThrow('ENOENT')
    },
  )

  test('takes an older file where the administrator says so', async () => {
    const older = await forged(asOlder)
    const { config } = await emptyPlace(kinds.length > 1 ? 'postgres' : 'embedded')
    const rows = await restoreBackup(config, { file: older, log, master: null, unsigned: true })
    expect(rows).toBeGreaterThan(5)
  })

  test('is signed with the key of its database, and no other', async () => {
    await opened.asOwner(async (owner) => {
      await owner.query('begin')
      await owner.query(
        `insert into master_check (generation, key_id, sealed, created_at) values (1, $1, '', now())`,
        [otherMaster.id],
      )
      await owner.query('commit')
    })
    await expect(backUp(join(folder, 'wrong.backup'))).rejects.toThrow(
      'not the one of this database',
    )
    await opened.asOwner((owner) => owner.query('delete from master_check'))
  })

  const damages: readonly (readonly [string, (text: string) => string])[] = [
    ['a row changed', (text) => text.replace('"odd"', '"ODD"')],
    ['a row removed', (text) => text.replace(/\n\[.*"odd".*\]\n/, '\n')],
    ['its end missing', (text) => text.replace(/\{"end".*\n$/, '')],
    ['something after its end', (text) => `${text}["more"]\n`],
  ]

  test.each(damages)('is refused for a file with %s, and makes nothing', async (_name, damage) => {
    await expect(restore(await rewritten(damage))).rejects.toThrow('damaged or incomplete')
    await expect(stat(join(folder, 'data'))).rejects.toThrow('ENOENT')
  })

  test('is refused for a file that was cut or is something else', async () => {
    const cut = join(folder, 'cut.backup')
    await writeFile(cut, (await readFile(file)).subarray(0, -20))
    await expect(restore(cut)).rejects.toThrow('damaged or incomplete')
    await writeFile(cut, 'not even compressed')
    await expect(restore(cut)).rejects.toThrow('damaged or incomplete')
    await writeFile(cut, gzipSync('{"something": "else"}\n'))
    await expect(restore(cut)).rejects.toThrow('is no backup of Signet')
    await expect(restore(join(folder, 'none'))).rejects.toThrow('cannot be read (ENOENT)')
  })

  test('is refused for a file of a newer release or of another version of the format', async () => {
    const withSum = (lines: string): string => {
      const seal = backupSeal(master)
      seal.update(lines)
      return `${lines}${JSON.stringify({ end: { rows: 0, ...seal.proof() } })}\n`
    }
    const keyId = master.id.toString('hex')
    const header = { format: 'signet-backup', version: 2, createdAt: at.toISOString(), keyId }
    const newer = { ...header, migrations: ['2100-later'], partitions: [] }
    const text = (line: object) => () => withSum(`${JSON.stringify(line)}\n`)
    await expect(restore(await rewritten(text(newer)))).rejects.toThrow('by a newer release')
    const other = text({ ...newer, version: 3 })
    await expect(restore(await rewritten(other))).rejects.toThrow('has version 3 of the format')
  })
})

// An embedded database is made in one go: there is no schema without rows.
if (kinds.length > 1) {
  describe('a restore into a schema without rows', () => {
    test('goes on where one was interrupted', async () => {
      const { config } = await emptyPlace('postgres')
      await withOwner(config, (owner) => migrate(owner, log))
      expect(await restoreBackup(config, { file, log, ...trusted })).toBeGreaterThan(5)
    })

    test('is refused when the backup is older than the schema', async () => {
      const { config } = await emptyPlace('postgres')
      await withOwner(config, async (owner) => {
        await migrate(owner, log)
        await owner.query(`insert into migrations values ('2100-later', now())`)
      })
      await expect(restoreBackup(config, { file, log, ...trusted })).rejects.toThrow(
        'newer than the backup',
      )
    })
  })
}
