import type { Migration } from '../migration.ts'

/**
 * Each day of a person knows the one before on which they came: days of any time zone, and who came
 * for the first time in a range, are then counted in one walk, without telling people apart.
 */
export const migration: Migration = {
  statements: [
    `alter table report_people add column previous_at timestamptz,
      add column previous_quarters bit(96),
      drop constraint report_people_pkey,
      add primary key (tenant_id, person, starts_at)`,
    `create index report_people_by_day on report_people (tenant_id, starts_at)`,
    `update report_people p set previous_at = b.previous_at, previous_quarters = b.previous_quarters
      from (select tenant_id, person, starts_at,
          lag(starts_at) over days as previous_at, lag(quarters) over days as previous_quarters
        from report_people window days as (partition by tenant_id, person order by starts_at)) b
      where p.tenant_id = b.tenant_id and p.person = b.person and p.starts_at = b.starts_at
        and b.previous_at is not null`,
  ],
}
