import { Minus, Plus } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useLatestRef } from '#web/lib/react/use-latest-ref.ts';
import { centredCrop, cropSide, fitCrop, maxZoom, type Crop } from './crop.ts';

interface AvatarCropProps {
  readonly url: string;
  /** Null until the picture has loaded. */
  readonly crop: Crop | null;
  /** Called with the loaded picture and each choice of its square. */
  readonly onCrop: (picture: HTMLImageElement, crop: Crop) => void;
  /** The browser can't show the file. */
  readonly onBroken: () => void;
}

/** The side of the area in CSS pixels. */
const area = 256;
const keyStep = 0.1;
const zoomStep = 0.25;

/** An area to move and enlarge a picture in, by pointer, wheel or keyboard. */
export function AvatarCrop({ url, crop, onCrop, onBroken }: AvatarCropProps) {
  const hintId = useId();
  const picture = useRef<HTMLImageElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 1, height: 1 });
  const shown = crop ?? centredCrop(size);
  const scale = area / cropSide(size, shown.zoom);

  function change(changed: Partial<Crop>) {
    if (picture.current && crop) {
      onCrop(picture.current, fitCrop(size, { ...crop, ...changed }));
    }
  }

  const zoomBy = useLatestRef((steps: number) => change({ zoom: shown.zoom + steps * zoomStep }));
  useEffect(() => {
    const element = surface.current;
    if (!element) return;
    // React's wheel listeners are passive: the dialog would scroll too.
    function zoomByWheel(event: WheelEvent) {
      event.preventDefault();
      zoomBy.current(event.deltaY < 0 ? 1 : -1);
    }
    element.addEventListener('wheel', zoomByWheel, { passive: false });
    return () => element.removeEventListener('wheel', zoomByWheel);
  }, [zoomBy]);

  function drag(event: PointerEvent) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    change({ x: shown.x - event.movementX / scale, y: shown.y - event.movementY / scale });
  }

  function handleKey(event: KeyboardEvent) {
    const step = keyStep * cropSide(size, shown.zoom);
    const changes: Readonly<Record<string, Partial<Crop>>> = {
      ArrowLeft: { x: shown.x - step },
      ArrowRight: { x: shown.x + step },
      ArrowUp: { y: shown.y - step },
      ArrowDown: { y: shown.y + step },
      '+': { zoom: shown.zoom + zoomStep },
      '-': { zoom: shown.zoom - zoomStep },
    };
    const changed = changes[event.key];
    if (changed === undefined) return;
    event.preventDefault();
    change(changed);
  }

  return (
    <div className="flex flex-col items-center gap-4">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application, which has no tags of its own */}
      <div
        ref={surface}
        role="application"
        aria-label="Position of the picture"
        aria-describedby={hintId}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move the picture
        tabIndex={0}
        className="relative size-64 cursor-grab touch-none overflow-hidden rounded-lg bg-sunken select-none active:cursor-grabbing"
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onKeyDown={handleKey}
      >
        <img
          ref={picture}
          src={url}
          alt=""
          draggable={false}
          className="absolute max-w-none origin-top-left"
          style={{
            width: size.width * scale,
            height: size.height * scale,
            left: area / 2 - shown.x * scale,
            top: area / 2 - shown.y * scale,
          }}
          onLoad={({ currentTarget }) => {
            const { naturalWidth: width, naturalHeight: height } = currentTarget;
            if (width === 0 || height === 0) {
              onBroken();
              return;
            }
            setSize({ width, height });
            onCrop(currentTarget, centredCrop({ width, height }));
          }}
          onError={onBroken}
        />
        {/* The circle in which the picture will be shown. */}
        <div className="pointer-events-none absolute inset-0 rounded-full shadow-[0_0_0_999px_var(--scrim)]" />
      </div>
      <label className="flex w-64 items-center gap-3 text-ink-soft">
        <Minus size={16} />
        <input
          type="range"
          aria-label="Zoom"
          min={1}
          max={maxZoom}
          step={0.05}
          value={shown.zoom}
          onChange={(event) => change({ zoom: event.currentTarget.valueAsNumber })}
          className="h-8 min-w-0 flex-1 accent-ink pointer-coarse:h-11"
        />
        <Plus size={16} />
      </label>
      <p id={hintId} className="text-center text-sm text-ink-quiet">
        Drag to move, or use the arrow keys. Zoom with the slider, or with + and −.
      </p>
    </div>
  );
}
