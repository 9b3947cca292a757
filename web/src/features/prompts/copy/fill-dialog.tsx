import { Dialog } from '#web/ui/overlay/overlays.tsx';
import { fillDescription } from './fill-description.ts';
import { useFillForm, type FillFormProps } from './use-fill-form.tsx';

/** Asks for a prompt's variables, and previews the text to copy. */
export default function FillDialog(props: FillFormProps) {
  const { form, buttons } = useFillForm(props);
  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      title={props.prompt.title}
      description={fillDescription}
      width="wide"
      footer={buttons}
    >
      {form}
    </Dialog>
  );
}
