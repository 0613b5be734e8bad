import type { Migration } from '../migration.ts'

/**
 * Ids of requests are found whole, by the index that they have: a search text with an id in it costs
 * each event thirty random entries of the trigram index.
 */
const search = `
  create or replace function audit_search(term text, since timestamptz, until timestamptz, most integer)
    returns table (occurred_at timestamptz, event_id uuid)
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp stable as $$
    begin
      return query execute
        'select found.occurred_at, found.event_id from (
           (select d.occurred_at, d.event_id from public.audit_details d
             where d.tenant_id = $1 and d.search_text like $2 and d.occurred_at >= $3 and d.occurred_at < $4
             order by d.occurred_at desc, d.event_id desc limit $5)
           union
           (select d.occurred_at, d.event_id from public.audit_details d
             where d.tenant_id = $1 and d.request_id = $6 and d.occurred_at >= $3 and d.occurred_at < $4
             order by d.occurred_at desc, d.event_id desc limit $5)) found
         order by found.occurred_at desc, found.event_id desc limit $5'
        using nullif(current_setting('app.tenant', true), '')::uuid,
          '%' || replace(replace(replace(term, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%', since, until, most,
          term;
    end $$`

export const migration: Migration = { statements: [search] }
