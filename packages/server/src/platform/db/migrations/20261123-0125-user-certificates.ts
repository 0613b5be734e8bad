import type { Migration } from '../migration.ts'

/** A tenant that has changed its flows reads them from one row, which has to have the new one, too. */
const published = `update settings s set value = jsonb_set(s.value, '{flows}', (s.value -> 'flows')
      || (select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'isDefault', false,
          'acrs', '[]'::jsonb, 'outcome', f.outcome, 'loginType', f.login_type,
          'firstFactors', to_jsonb(f.first_factors), 'secondFactor', f.second_factor,
          'secondFactors', to_jsonb(f.second_factors), 'skipSecondFactor', f.skip_second_factor))
        from authentication_flows f
        where f.tenant_id = s.tenant_id and f.method = 'USER_CERTIFICATE_LOGIN'))
    where s.family = 'authenticationflows' and s.value ? 'flows'`

/** The flow that begins with a certificate, and the names that certificates tell people by. */
export const migration: Migration = {
  statements: [
    `create index users_by_principal_name on users (tenant_id, user_principal_name)
      where user_principal_name is not null`,
    `create index users_by_email on users (tenant_id, email) where email is not null`,
    `insert into authentication_flows (tenant_id, id, name, name_key, system, method, outcome,
        login_type, first_factors, second_factor, second_factors, skip_second_factor, is_default,
        updated_at)
      select f.tenant_id, gen_random_uuid(), n.name, lower(n.name), true, 'USER_CERTIFICATE_LOGIN',
        'ADMIT', 'USER_CERTIFICATE_LOGIN', array['USER_CERTIFICATE'], 'NONE', array[]::text[],
        'NEVER', false, now()
      from authentication_flows f
      cross join lateral (select case when exists (select 1 from authentication_flows o
          where o.tenant_id = f.tenant_id and o.name_key = 'user certificate')
        then 'User certificate (system)'
        else 'User certificate' end as name) n
      where f.system and f.method is null`,
    published,
  ],
}
