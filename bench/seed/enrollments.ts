import { generateWorkflow } from '@signet/card/enrolment/generate'
import { templates } from '@signet/card/templates'
import type { Context } from '@signet/server/kit/context'
import { createCredentialDesign } from '@signet/server/modules/issuance/credential-designs/index'
import { createWorkflowDesign } from '@signet/server/modules/issuance/workflow-designs/index'
import type { ClientBase } from 'pg'
import type { Range } from './users.ts'

/** A design of enrollments with the card of a student: a photo, texts, a barcode; its id. */
export const seedStudents = async (ctx: Context): Promise<string> => {
  const name = `Students ${ctx.platform.ids.random(6).toString('hex')}`
  const design = templates.student()
  const card = await createCredentialDesign(ctx, { name, description: null, design })
  const { value } = await createWorkflowDesign(ctx, {
    name,
    description: null,
    credentialDesignId: card.value.id,
    definition: generateWorkflow(design),
    allGroups: true,
    groupIds: [],
  })
  return value.id
}

const key = `('04000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`
const first = `(array['Ada','Grace','Alan','Edsger','Barbara','Donald','Margaret','Niklaus','Frances','Tony'])[1 + n % 10]`
const last = `(array['Lovelace','Hopper','Turing','Dijkstra','Liskov','Knuth','Hamilton','Wirth','Allen','Hoare','Rivest'])[1 + n / 10 % 11] || '-' || n / 110`
const faculty = `(array['Law','Medicine','Physics'])[1 + n % 3]`
const people = `select n, ${first} as first, ${last} as last, ${faculty} as faculty, 'S-' || n as number
  from generate_series($3::int, $4::int - 1) n`

/** Ids of fields as `generateWorkflow` counts them. */
const statements = [
  `insert into enrollments (tenant_id, id, workflow_id, title, title_key, enroll_state, state, content, search_text, created_at, created_by, modified_at, modified_by)
    select $1, ${key}, $2, first || ' ' || last, lower(first || ' ' || last), 'ENROLLED', 'ACTIVE',
      jsonb_build_object('field-1', first, 'field-2', last, 'field-4', number, 'field-5', faculty, 'field-6', '2029-09-30'),
      lower(first || E'\\n' || last || E'\\n' || number || E'\\n' || faculty), now(), 'bench', now() + n * interval '1 ms', 'bench'
    from (${people}) person`,
  `insert into enrollment_keys (tenant_id, workflow_id, field, key, enrollment_id, is_unique)
    select $1, $2, field, lower(value), ${key}, false from (${people}) person
    cross join lateral (values ('field-1', first), ('field-2', last), ('field-4', number), ('field-5', faculty), ('', number)) v (field, value)`,
]

export interface Records extends Range {
  readonly workflowId: string
}

const batch = 50_000

/** Complete records, the same people each time. */
export const seedRecords = async (
  owner: ClientBase,
  { tenantId, workflowId, from, to }: Records,
): Promise<void> => {
  for (let begin = from; begin < to; begin += batch) {
    const values = [tenantId, workflowId, begin, Math.min(begin + batch, to)]
    for (const text of statements) await owner.query(text, values)
  }
  await owner.query('vacuum analyze enrollments')
  await owner.query('vacuum analyze enrollment_keys')
}

/** The same photo for every record; their ids. */
export const seedPhotos = async (
  owner: ClientBase,
  { tenantId, workflowId }: Pick<Records, 'tenantId' | 'workflowId'>,
  photo: Buffer,
): Promise<readonly string[]> => {
  const { rows } = await owner.query<{ id: string }>(
    `insert into enrollment_pictures (tenant_id, enrollment_id, field, media_type, width_px, height_px, content, thumbnail)
      select tenant_id, id, 'field-3', 'image/jpeg', 750, 1000, $3, $3 from enrollments
      where tenant_id = $1 and workflow_id = $2 returning enrollment_id as id`,
    [tenantId, workflowId, photo],
  )
  return rows.map(({ id }) => id)
}
