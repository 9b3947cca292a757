import { useEffect, useState } from 'react';
import type { Crop } from './crop.ts';

interface Cut {
  readonly image: HTMLImageElement;
  readonly crop: Crop;
}

/** A picture chosen from the device, and the square of it to keep. */
export function usePicture() {
  const [url, setUrl] = useState<string | null>(null);
  const [cut, setCut] = useState<Cut | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);

  useEffect(() => {
    if (url === null) return;
    return () => URL.revokeObjectURL(url);
  }, [url]);

  function replace(next: string | null, why: string | null) {
    setUrl(next);
    setCut(null);
    setRefusal(why);
  }

  return {
    /** The URL of the picture; null if none is chosen. */
    url,
    /** Null until the picture has loaded. */
    cut,
    /** Why the last picture could not be used. */
    refusal,
    choose: (file: File) => replace(URL.createObjectURL(file), null),
    setCut: (image: HTMLImageElement, crop: Crop) => setCut({ image, crop }),
    discard: () => replace(null, null),
    refuse: () =>
      replace(null, "This file can't be opened as a picture. Choose a JPEG, PNG, WebP or GIF."),
  };
}
