/** What went wrong, told at once to screen readers; nothing without a text. */
export const ErrorText = ({ text, id }: { readonly text: string | null; readonly id?: string }) =>
  text === null ? null : (
    <p className="error" id={id} role="alert">
      {text}
    </p>
  )
