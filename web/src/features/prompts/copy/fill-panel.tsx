import { useFillForm, type FillFormProps } from './use-fill-form.tsx';

/** The form for a prompt's variables inside a window that has its own title, such as the palette. */
export default function FillPanel(props: FillFormProps) {
  const { form, buttons } = useFillForm(props);
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 py-4">{form}</div>
      <div className="flex shrink-0 flex-wrap justify-end gap-2 border-t border-hairline px-4 py-3 max-sm:*:grow">
        {buttons}
      </div>
    </>
  );
}
