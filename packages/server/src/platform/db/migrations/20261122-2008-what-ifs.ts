import { type Migration, tenantTable } from '../migration.ts'

/** A job works for half a minute, then enqueues the rest: one that was killed is missed soon. */
const queue = { policy: 'standard', retryLimit: 5, retryDelay: 2, expireInSeconds: 90 }

/** Changes that are tried on former decisions. */
export const migration: Migration = {
  statements: [
    `create table what_ifs (
      tenant_id uuid not null references tenants,
      id uuid not null,
      name text not null,
      change jsonb not null,
      plans jsonb not null,
      days integer not null,
      state text not null,
      first_id uuid not null,
      last_id uuid not null,
      cursor_id uuid not null,
      decisions integer not null default 0,
      sign_ins jsonb not null,
      people jsonb,
      created_at timestamptz not null,
      created_by text not null,
      ended_at timestamptz,
      viewed_at timestamptz,
      published_at timestamptz,
      expires_at timestamptz not null,
      primary key (tenant_id, id)
    )`,
    ...tenantTable('what_ifs'),
    `create table what_if_people (
      tenant_id uuid not null,
      what_if_id uuid not null,
      effect text not null,
      user_id uuid not null,
      user_name text not null,
      sign_ins integer not null,
      decision_id uuid not null,
      decided_at timestamptz not null,
      before text not null,
      after text not null,
      primary key (tenant_id, what_if_id, effect, user_id),
      foreign key (tenant_id, what_if_id) references what_ifs on delete cascade
    )`,
    ...tenantTable('what_if_people'),
    `create index what_if_people_by_name
      on what_if_people (tenant_id, what_if_id, effect, user_name, user_id)`,
    `select pgboss.create_queue('what-ifs', '${JSON.stringify(queue)}')`,
  ],
}
