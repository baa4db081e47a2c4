import type { ReactNode } from 'react';

interface IconProps {
  /** Side of the square, in rem of the text size; 1 is the 16 px the strokes are drawn for. */
  sizeRem?: number;
}

/** Icons are decoration: what they mean stands beside them or in the button's label. */
function Icon({ sizeRem = 1, children }: IconProps & { children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      viewBox="0 0 16 16"
      width={`${sizeRem}rem`}
      height={`${sizeRem}rem`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  );
}

export function CloseIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4.5 4.5l7 7m0-7l-7 7" />
    </Icon>
  );
}

export function CheckIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M3.5 8.5l3 3 6-7" />
    </Icon>
  );
}

export function CopyIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
      <path d="M10.5 3.5v-.2a.8.8 0 00-.8-.8H3.3a.8.8 0 00-.8.8v6.4a.8.8 0 00.8.8h.2" />
    </Icon>
  );
}

export function MoreIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2.2" />
    </Icon>
  );
}

export function ChevronRightIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M6 4l4 4-4 4" />
    </Icon>
  );
}

export function ChevronLeftIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M10 4L6 8l4 4" />
    </Icon>
  );
}

export function ArrowLeftIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M13 8H3.5M7 4L3 8l4 4" />
    </Icon>
  );
}

export function ArrowRightIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M3 8h9.5M9 4l4 4-4 4" />
    </Icon>
  );
}

export function ChevronUpIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 10l4-4 4 4" />
    </Icon>
  );
}

export function ArrowDownIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M8 3v10M4 9l4 4 4-4" />
    </Icon>
  );
}

export function ChevronDownIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 6l4 4 4-4" />
    </Icon>
  );
}

/** Stands before a line that unfolds. */
export function FoldIcon({ isOpen }: { isOpen: boolean }) {
  return isOpen ? <ChevronDownIcon sizeRem={0.75} /> : <ChevronRightIcon sizeRem={0.75} />;
}

export function ErrorIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="8" cy="8" r="5.8" />
      <path d="M8 5v3.6m0 2.2v.1" />
    </Icon>
  );
}

export function ReloadIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M13 8a5 5 0 11-1.5-3.6" />
      <path d="M13 2.6v2.8h-2.8" />
    </Icon>
  );
}

export function FolderIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M2 4.4c0-.6.4-1 1-1h3l1.6 1.8H13c.6 0 1 .4 1 1v5.4c0 .6-.4 1-1 1H3c-.6 0-1-.4-1-1z" />
    </Icon>
  );
}

export function FileIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M9 2H4.6c-.6 0-1 .4-1 1v10c0 .6.4 1 1 1h6.8c.6 0 1-.4 1-1V5.4z" />
      <path d="M9 2v3.4h3.4" />
    </Icon>
  );
}

export function StoreIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <ellipse cx="8" cy="4" rx="5" ry="2" />
      <path d="M3 4v8c0 1.1 2.2 2 5 2s5-.9 5-2V4M3 8c0 1.1 2.2 2 5 2s5-.9 5-2" />
    </Icon>
  );
}

export function FoldRunsIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M3 8h10M8 1.8v3.4m-1.8-1.7L8 5.3l1.8-1.8M8 14.2v-3.4m-1.8 1.7L8 10.7l1.8 1.8" />
    </Icon>
  );
}

export function UnfoldRunsIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M3 8h10M8 5.2V1.8M6.2 3.5L8 1.7l1.8 1.8M8 10.8v3.4m-1.8-1.7L8 14.3l1.8-1.8" />
    </Icon>
  );
}

export function BranchIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="4.5" cy="3.5" r="1.6" />
      <circle cx="4.5" cy="12.5" r="1.6" />
      <circle cx="11.5" cy="5.5" r="1.6" />
      <path d="M4.5 5.1v5.8M11.5 7.1c0 2.4-4 2-6.2 4" />
    </Icon>
  );
}

export function SunIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="8" cy="8" r="2.6" />
      <path d="M8 1.8v1.4m0 9.6v1.4M1.8 8h1.4m9.6 0h1.4M3.6 3.6l1 1m6.8 6.8l1 1m0-8.8l-1 1m-6.8 6.8l-1 1" />
    </Icon>
  );
}

export function MoonIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M13 9.6A5.6 5.6 0 016.4 3 5.6 5.6 0 1013 9.6z" />
    </Icon>
  );
}

export function SystemIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <rect x="2" y="3" width="12" height="8" rx="1" />
      <path d="M6 13.5h4" />
    </Icon>
  );
}

export function PanelLeftIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <rect x="2" y="3" width="12" height="10" rx="1.5" />
      <path d="M6 3v10" />
    </Icon>
  );
}

export function PanelRightIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <rect x="2" y="3" width="12" height="10" rx="1.5" />
      <path d="M10 3v10" />
    </Icon>
  );
}

export function ImageIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <rect x="2" y="3" width="12" height="10" rx="1.5" />
      <circle cx="5.6" cy="6.4" r="1.1" />
      <path d="M2.6 12l3.6-3.2 2.2 2 2.4-2.6 3 3" />
    </Icon>
  );
}

export function PencilIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M3 13l.7-2.9 7-7a1 1 0 011.4 0l.8.8a1 1 0 010 1.4l-7 7zM9.6 4.2l2.2 2.2" />
    </Icon>
  );
}

export function LockIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <rect x="3.5" y="7" width="9" height="6.5" rx="1.2" />
      <path d="M5.5 7V5a2.5 2.5 0 015 0v2" />
    </Icon>
  );
}

export function ServerIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <rect x="2.5" y="3" width="11" height="4.2" rx="1" />
      <rect x="2.5" y="8.8" width="11" height="4.2" rx="1" />
      <path d="M5 5.1h.1M5 10.9h.1M8 5.1h3M8 10.9h3" />
    </Icon>
  );
}

/** An item that a commit covers: a full node on a line. */
export function CommittedIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="8" cy="8" r="2.6" fill="currentColor" />
      <path d="M1.8 8h3.6m5.2 0h3.6" />
    </Icon>
  );
}

/** An item without a commit: an empty node, its line broken. */
export function PlainItemIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="8" cy="8" r="2.6" />
      <path d="M1.8 8h1.2m10 0h1.2" />
    </Icon>
  );
}

export function SwapIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M2.5 5.5h10m-2.5-2.5l2.5 2.5-2.5 2.5M13.5 11h-10m2.5-2.5L3.5 11 6 13.5" />
    </Icon>
  );
}

export function CompareIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <rect x="2" y="3" width="5" height="10" rx="1" />
      <rect x="9" y="3" width="5" height="10" rx="1" />
    </Icon>
  );
}
