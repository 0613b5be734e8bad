import { type Migration, tenantTable } from '../migration.ts'

/** The flows that begin as people do where nobody has said otherwise. */
const isUsual = `f.system and (f.method is null or f.method = 'ACCESS_DENIED')`

/** A tenant that has changed its flows reads them from one row, which has to say the same. */
const published = `update settings s set value = jsonb_set(s.value, '{flows}', coalesce((
      select jsonb_agg(case when exists (
          select 1 from authentication_flows f where f.tenant_id = s.tenant_id
            and f.id = (t.flow ->> 'id')::uuid and ${isUsual})
        then jsonb_set(t.flow, '{firstFactors}', (t.flow -> 'firstFactors') || '["IDP"]'::jsonb)
        else t.flow end order by t.place)
      from jsonb_array_elements(s.value -> 'flows') with ordinality as t (flow, place)), '[]')
      || (select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'isDefault', false,
          'acrs', '[]'::jsonb, 'outcome', f.outcome, 'loginType', f.login_type,
          'firstFactors', to_jsonb(f.first_factors), 'secondFactor', f.second_factor,
          'secondFactors', to_jsonb(f.second_factors), 'skipSecondFactor', f.skip_second_factor))
        from authentication_flows f where f.tenant_id = s.tenant_id and f.method = 'DOMAIN_BASED_IDP'))
    where s.family = 'authenticationflows' and s.value ? 'flows'`

/** Accounts elsewhere that people sign in with, and the flow that asks for nothing else. */
export const migration: Migration = {
  statements: [
    `create table identity_providers (
      tenant_id uuid not null references tenants,
      id uuid not null,
      protocol text not null,
      name text not null,
      name_key text collate "C" not null,
      issuer text not null,
      enabled boolean not null,
      definition jsonb not null,
      sealed_secret bytea,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      version integer not null default 1,
      primary key (tenant_id, id),
      unique (tenant_id, name_key)
    )`,
    ...tenantTable('identity_providers'),
    `create table linked_identities (
      tenant_id uuid not null,
      id uuid not null,
      provider_id uuid not null,
      issuer text collate "C" not null,
      subject text collate "C" not null,
      user_id uuid,
      label text,
      linked_at timestamptz not null,
      last_used_at timestamptz,
      primary key (tenant_id, id),
      unique (tenant_id, provider_id, issuer, subject),
      foreign key (tenant_id, provider_id) references identity_providers on delete cascade,
      foreign key (tenant_id, user_id) references users on delete set null (user_id)
    )`,
    `create index linked_identities_of_user on linked_identities (tenant_id, user_id)`,
    ...tenantTable('linked_identities'),
    `create table upstream_proofs (
      tenant_id uuid not null references tenants,
      id uuid not null,
      provider_id uuid not null,
      transaction_id uuid,
      user_id uuid,
      second_factor boolean not null default false,
      proven_at timestamptz,
      spent_at timestamptz,
      expires_at timestamptz not null,
      primary key (tenant_id, id),
      foreign key (tenant_id, provider_id) references identity_providers on delete cascade
    )`,
    `create index upstream_proofs_of_provider on upstream_proofs (tenant_id, provider_id)`,
    ...tenantTable('upstream_proofs'),
    `update authentication_flows f set first_factors = array_append(f.first_factors, 'IDP')
      where ${isUsual} and not 'IDP' = any (f.first_factors)`,
    `insert into authentication_flows (tenant_id, id, name, name_key, system, method, outcome,
        login_type, first_factors, second_factor, second_factors, skip_second_factor, is_default,
        updated_at)
      select f.tenant_id, gen_random_uuid(), n.name, lower(n.name), true, 'DOMAIN_BASED_IDP',
        'ADMIT', 'IDP_LOGIN', array['IDP'], f.second_factor, f.second_factors,
        f.skip_second_factor, false, now()
      from authentication_flows f
      cross join lateral (select case when exists (select 1 from authentication_flows o
          where o.tenant_id = f.tenant_id and o.name_key = 'identity provider of the domain')
        then 'Identity provider of the domain (system)'
        else 'Identity provider of the domain' end as name) n
      where f.system and f.method is null`,
    published,
  ],
}
