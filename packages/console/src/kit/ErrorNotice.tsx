import { errorDetail, errorText } from '../lib/error-text.ts'
import { Notice } from '../ui/Notice.tsx'
import { FaultList } from './FaultList.tsx'

interface ErrorNoticeProps {
  /** What failed; null when nothing has. */
  readonly error: unknown
  /** What was to be done, where the error alone does not say it. */
  readonly title?: string
  /** Code, status and request id below the text, for those who ask the support. */
  readonly isDetailed?: boolean
  /** The names of fields as people see them, for what is wrong with single ones. */
  readonly labels?: Readonly<Record<string, string>>
  /** What is wrong with single fields stands beside them. */
  readonly isAtFields?: boolean
}

/** Why something failed; nothing for codes of which users see no message. */
export const ErrorNotice = ({
  error,
  title,
  isDetailed = false,
  labels,
  isAtFields = false,
}: ErrorNoticeProps) => {
  const text = error === null ? null : errorText(error)
  if (text === null) return null
  const faults = isAtFields ? null : (
    <FaultList {...{ error }} {...(labels === undefined ? {} : { labels })} />
  )
  if (title === undefined && !isDetailed) {
    return (
      <Notice severity="error">
        {text}
        {faults}
      </Notice>
    )
  }
  return (
    <Notice severity="error" title={title ?? text}>
      {title !== undefined && text}
      {faults}
      {isDetailed && errorDetail(error)}
    </Notice>
  )
}
