import { matchingOfARequest } from '@signet/rules/patterns'
import type { Context } from '../../kit/context.ts'
import {
  createUserAttribute,
  definitions,
  type JudgedValues,
  judgeValues,
} from '../../modules/identity/user-attributes/index.ts'

const sites = ['Oslo', 'Lisbon', 'Kyoto'] as const
const departments = ['Sales', 'Engineering', 'Finance', 'Support'] as const
const plain = { description: null, pattern: null, choices: [], required: false, unique: false }

const wanted = [
  {
    ...plain,
    name: 'Staff number',
    description: 'As it stands on the badge',
    type: 'TEXT',
    pattern: 'S\\d{5}',
    unique: true,
    userVisible: true,
    userEditable: false,
  },
  {
    ...plain,
    name: 'Department',
    type: 'CHOICE',
    choices: [...departments],
    userVisible: true,
    userEditable: false,
  },
  {
    ...plain,
    name: 'Workplace',
    description: 'Where colleagues find you',
    type: 'CHOICE',
    choices: [...sites],
    userVisible: true,
    userEditable: true,
  },
] as const

/** Three own attributes; returns what the person at a place of the list has of them. */
export const insertAttributes = async (ctx: Context): Promise<(at: number) => JudgedValues> => {
  for (const each of wanted) await createUserAttribute(ctx, { ...each, choices: [...each.choices] })
  const known = await definitions(ctx)
  const idOf = (name: string): string => known.find((each) => each.name === name)?.id ?? ''
  const [staff, department, workplace] = wanted.map(({ name }) => idOf(name))
  return (at) =>
    judgeValues({
      definitions: known,
      matching: matchingOfARequest(),
      before: {},
      given: [
        { userAttributeId: staff ?? '', value: `S${String(at + 1).padStart(5, '0')}` },
        { userAttributeId: department ?? '', value: departments[at % 4] ?? 'Sales' },
        ...(at % 3 === 0
          ? [{ userAttributeId: workplace ?? '', value: sites[at % sites.length] ?? 'Oslo' }]
          : []),
      ],
    })
}
