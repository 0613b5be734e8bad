/** What a value of a transaction is. */
export const transactionItemTypes = ['TEXT', 'NUMBER', 'BOOLEAN', 'DATE'] as const
export type TransactionItemType = (typeof transactionItemTypes)[number]

export const transactionOperators = [
  'EQUALS',
  'NOT_EQUALS',
  'ONE_OF',
  'CONTAINS',
  'STARTS_WITH',
  'LESS_THAN',
  'GREATER_THAN',
  'BETWEEN',
] as const
export type TransactionOperator = (typeof transactionOperators)[number]

/** What may be asked of a value of each type. */
export const operatorsOfType: Readonly<
  Record<TransactionItemType, readonly TransactionOperator[]>
> = {
  TEXT: ['EQUALS', 'NOT_EQUALS', 'ONE_OF', 'CONTAINS', 'STARTS_WITH'],
  NUMBER: ['EQUALS', 'NOT_EQUALS', 'ONE_OF', 'LESS_THAN', 'GREATER_THAN', 'BETWEEN'],
  BOOLEAN: ['EQUALS', 'NOT_EQUALS'],
  DATE: ['EQUALS', 'NOT_EQUALS', 'LESS_THAN', 'GREATER_THAN', 'BETWEEN'],
}

/** How many values an operator compares with, at least and at most. */
export const valuesOfOperator = (operator: TransactionOperator): readonly [number, number] => {
  if (operator === 'ONE_OF') return [1, 100]
  return operator === 'BETWEEN' ? [2, 2] : [1, 1]
}

type Comparable = string | number

/** JSON's own spelling of a number (RFC 8259, section 6): neither hexadecimal nor empty. */
const numberForm = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const dateForm = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/

/** A text as a value of its type that can be compared; null when it is none. */
export const comparableOf = (type: TransactionItemType, text: string): Comparable | null => {
  if (type === 'TEXT') return text.normalize('NFC').trim().toLowerCase()
  if (type === 'BOOLEAN') return text === 'true' || text === 'false' ? text : null
  if (type === 'NUMBER') {
    const number = numberForm.test(text) ? Number(text) : Number.NaN
    return Number.isFinite(number) ? number : null
  }
  const time = dateForm.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? null : time
}

type Comparison = (value: Comparable, wanted: readonly Comparable[]) => boolean

const comparisons: Readonly<Record<TransactionOperator, Comparison>> = {
  EQUALS: (value, [wanted]) => value === wanted,
  NOT_EQUALS: (value, [wanted]) => value !== wanted,
  ONE_OF: (value, wanted) => wanted.includes(value),
  CONTAINS: (value, [wanted = '']) => String(value).includes(String(wanted)),
  STARTS_WITH: (value, [wanted = '']) => String(value).startsWith(String(wanted)),
  LESS_THAN: (value, [wanted = Number.NaN]) => value < wanted,
  GREATER_THAN: (value, [wanted = Number.NaN]) => value > wanted,
  BETWEEN: (value, [from = Number.NaN, to = Number.NaN]) => value >= from && value <= to,
}

export interface TransactionCondition {
  /** The id of the item. */
  readonly itemId: string
  readonly operator: TransactionOperator
  readonly values: readonly string[]
}

export interface TransactionItem {
  readonly id: string
  readonly name: string
  readonly type: TransactionItemType
}

/** What keeps a condition from being asked of an item; null when nothing does. */
export const conditionFault = (
  type: TransactionItemType,
  { operator, values }: TransactionCondition,
): string | null => {
  const [least, most] = valuesOfOperator(operator)
  if (!operatorsOfType[type].includes(operator)) return 'operator_not_for_type'
  if (values.length < least || values.length > most) return 'values_wrong_count'
  return values.every((value) => comparableOf(type, value) !== null) ? null : 'value_not_of_type'
}

export interface ConditionOutcome {
  readonly item: string
  readonly matched: boolean
  /** MISSING: the transaction does not have it; INVALID: it is not of the item's type. */
  readonly reason: 'MISSING' | 'INVALID' | null
}

/** Holds a condition against what a transaction says. What is missing matches nothing. */
export const judgeCondition = (
  item: TransactionItem | undefined,
  { operator, values }: TransactionCondition,
  details: Readonly<Record<string, string>>,
): ConditionOutcome => {
  const name = item?.name ?? ''
  const given = item !== undefined && Object.hasOwn(details, item.name) ? details[item.name] : null
  if (item === undefined || given === null || given === undefined) {
    return { item: name, matched: false, reason: 'MISSING' }
  }
  const value = comparableOf(item.type, given)
  const wanted = values.map((text) => comparableOf(item.type, text))
  if (value === null || wanted.some((one) => one === null)) {
    return { item: name, matched: false, reason: 'INVALID' }
  }
  const known = wanted.filter((one) => one !== null)
  return { item: name, matched: comparisons[operator](value, known), reason: null }
}

export interface TransactionRule {
  readonly matching: 'ALL' | 'ANY'
  readonly conditions: readonly TransactionCondition[]
}

/** Whether a transaction is what a rule describes, and how each condition came out. */
export const judgeTransaction = (
  rule: TransactionRule,
  items: readonly TransactionItem[],
  details: Readonly<Record<string, string>>,
): { readonly matched: boolean; readonly conditions: readonly ConditionOutcome[] } => {
  const conditions = rule.conditions.map((condition) =>
    judgeCondition(
      items.find(({ id }) => id === condition.itemId),
      condition,
      details,
    ),
  )
  const matched =
    rule.matching === 'ALL'
      ? conditions.length > 0 && conditions.every((outcome) => outcome.matched)
      : conditions.some((outcome) => outcome.matched)
  return { matched, conditions }
}
