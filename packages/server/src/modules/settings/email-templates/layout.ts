import type { EmailTemplateType } from '@signet/rules/email-templates'
import { emailTemplates } from '@signet/rules/email-templates'
import { paper } from './brand.ts'
import { escapeHtml } from './fill.ts'

interface Words {
  /** Paragraphs with an empty line between, variables as `{{name}}`. */
  readonly text: string
  /** On the button; null without one. */
  readonly action: string | null
}

const fonts = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

/** Clients that follow the reader's dark scheme read this; the others show the light one. */
const darkStyle = `
      :root { color-scheme: light dark; }
      @media (prefers-color-scheme: dark) {
        body, .page { background: #0d1014 !important; }
        .paper, .paper table { background: ${paper.dark} !important; }
        .words div { color: #e8ebef !important; }
        .code div { color: #ffffff !important; background: #262c35 !important; }
        .quiet div { color: #a9b1bc !important; }
        .words a { color: {{darkLink}} !important; }
      }`

const block = (paragraph: string): string => {
  const lines = paragraph.split('\n').map(escapeHtml)
  return paragraph === '{{code}}'
    ? `        <mj-text css-class="code" align="center" padding="8px 32px 16px" font-size="32px" font-weight="700" letter-spacing="6px" line-height="48px" container-background-color="transparent">{{code}}</mj-text>`
    : `        <mj-text css-class="words">${lines.join('<br />')}</mj-text>`
}

const button = (type: EmailTemplateType, label: string | null): readonly string[] => {
  const { action } = emailTemplates[type]
  if (action === null || label === null) return []
  return [
    `        <mj-button href="{{${action}}}" background-color="{{accent}}" color="{{onAccent}}" align="left" border-radius="8px" inner-padding="14px 24px" font-size="16px" font-weight="600" padding="8px 32px 24px">${escapeHtml(label)}</mj-button>`,
  ]
}

/** The MJML that Signet brings: logo, words, button, signature, last line; fit for dark clients. */
export const layoutOf = (type: EmailTemplateType, { text, action }: Words): string =>
  [
    '<mjml>',
    '  <mj-head>',
    '    <mj-attributes>',
    `      <mj-all font-family="${fonts}" />`,
    '      <mj-text font-size="16px" line-height="24px" color="#1b1f24" padding="8px 32px" />',
    '    </mj-attributes>',
    `    <mj-style>${darkStyle}`,
    '    </mj-style>',
    '  </mj-head>',
    '  <mj-body background-color="#f4f6f8" css-class="page" width="600px">',
    '    <mj-section css-class="paper" background-color="#ffffff" border-top="4px solid {{accent}}" padding="24px 0 16px">',
    '      <mj-column>',
    '        <mj-text css-class="words" padding="8px 32px 16px">{{brand}}</mj-text>',
    ...text.split('\n\n').map(block),
    ...button(type, action),
    '        <mj-text css-class="words">{{signature}}</mj-text>',
    '      </mj-column>',
    '    </mj-section>',
    '    <mj-section padding="16px 0">',
    '      <mj-column>',
    '        <mj-text css-class="quiet" font-size="13px" line-height="20px" color="#59636e">{{footer}}</mj-text>',
    '      </mj-column>',
    '    </mj-section>',
    '  </mj-body>',
    '</mjml>',
  ].join('\n')

/** The same for readers without HTML. */
export const plainLayoutOf = (type: EmailTemplateType, { text, action }: Words): string => {
  const { action: target } = emailTemplates[type]
  const link = target === null || action === null ? [] : [`${action}: {{${target}}}`]
  return [text, ...link, '{{signature}}', '{{footer}}'].join('\n\n')
}
