import { errorDetail, errorText } from '../lib/error-text.ts'
import { Notice } from '../ui/Notice.tsx'

interface ErrorNoticeProps {
  /** What failed; null when nothing has. */
  readonly error: unknown
  /** Code, status and request id below the text, for those who ask the support. */
  readonly isDetailed?: boolean
}

/** Why something failed; nothing for codes of which users see no message. */
export const ErrorNotice = ({ error, isDetailed = false }: ErrorNoticeProps) => {
  const text = error === null ? null : errorText(error)
  if (text === null) return null
  if (!isDetailed) return <Notice severity="error">{text}</Notice>
  return (
    <Notice severity="error" title={text}>
      {errorDetail(error)}
    </Notice>
  )
}
