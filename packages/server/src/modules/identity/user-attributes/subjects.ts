import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'

/*
 * Subjects: attributes by whose value applications know users (`sub`). Writing such a value
 * decides who a user is at the application.
 */

/** Attributes that are the subject of an application of OpenID Connect. */
export const listSubjects = async ({ db, tenant }: Context): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ id: string }>`
    select distinct protection ->> 'subjectAttribute' as id from oidc_applications
    where tenant_id = ${tenant.id}::uuid and protection ->> 'subjectAttribute' is not null`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

interface Identifying {
  readonly id: string
  readonly group: string
  readonly unique: boolean
  readonly userEditable: boolean
}

/** Whether it can be a subject: one value, one user, and not the user's own to change. */
export const canBeSubject = ({ id, group, unique, userEditable }: Identifying): boolean =>
  id === 'userid' || id === 'email' || (group === 'EXTRA' && unique && !userEditable)
