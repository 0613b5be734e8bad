import Stack from '@mui/material/Stack'
import { useNavigate } from 'react-router'
import { useText } from '../../../lib/i18n.ts'
import { DefinitionsList } from '../../../pickers/definitions/DefinitionsList.tsx'
import { useResources } from '../../../pickers/rule-resources.ts'
import { useMay } from '../../../session/session-context.tsx'
import type { MenuAction } from '../../../ui/ActionMenu.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import type { TableColumn } from '../../../ui/table-columns.tsx'
import type { Rule } from './rule-form.ts'
import { cloneRulePath } from './rule-kind.ts'
import { useRuleKind } from './use-rule-kind.ts'

const RuleTags = ({ rule }: { readonly rule: Rule }) => {
  const text = useText('resource')
  return (
    <Stack direction="row" spacing={1}>
      <Tag
        label={text(`resource:rules.tags.${rule.enabled ? 'on' : 'off'}`)}
        severity={rule.enabled ? 'OK' : 'UNKNOWN'}
      />
      {rule.strict && <Tag label={text('resource:rules.tags.strict')} severity="WARNING" />}
    </Stack>
  )
}

const useColumns = (): readonly TableColumn<Rule>[] => {
  const text = useText('resource')
  const { nameOf } = useResources()
  return [
    {
      key: 'resource',
      title: text('resource:rules.fields.resourceId'),
      minWidth: 150,
      render: ({ resourceId }) => nameOf(resourceId),
    },
    {
      key: 'groups',
      title: text('resource:rules.columns.groups'),
      minWidth: 120,
      render: ({ groupIds }) =>
        groupIds.length === 0
          ? text('resource:rules.everybody')
          : text('resource:rules.groupCount', { count: groupIds.length }),
    },
    {
      key: 'factors',
      title: text('resource:rules.fields.factors'),
      minWidth: 140,
      render: ({ factors }) =>
        factors.map(({ type }) => text(`resource:rules.factors.${type}`)).join(', ') || '–',
    },
    {
      key: 'state',
      title: text('resource:rules.columns.state'),
      minWidth: 170,
      render: (rule) => <RuleTags rule={rule} />,
    },
  ]
}

const useClone = () => {
  const text = useText('resource')
  const navigate = useNavigate()
  const mayAdd = useMay()(['CONTEXTRULES', 'ADD'])
  return ({ id }: Rule): readonly MenuAction[] =>
    mayAdd
      ? [{ label: text('resource:rules.clone'), onSelect: () => void navigate(cloneRulePath(id)) }]
      : []
}

/** Who gets in, from where and at what risk. */
const ResourceRulesPage = () => (
  <DefinitionsList kind={useRuleKind()} columns={useColumns()} rowActions={useClone()} />
)

export default ResourceRulesPage
