import {
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  Bell,
  Bot,
  Braces,
  Check,
  ChevronRight,
  Circle,
  CircleAlert,
  CornerDownRight,
  Crosshair,
  Download,
  FilePen,
  FilePlus,
  FileText,
  Files,
  FolderOpen,
  FolderTree,
  GitBranch,
  Globe,
  Hand,
  Image as ImageIcon,
  type IconNode,
  Info,
  Keyboard,
  Lightbulb,
  ListChecks,
  ListTodo,
  Map as MapIcon,
  MessageCircleQuestionMark,
  MessageSquare,
  Monitor,
  Moon,
  NotebookPen,
  Plug,
  ScanSearch,
  Search,
  Share2,
  Sparkles,
  SquareTerminal,
  Sun,
  Terminal,
  Workflow,
  Wrench,
  X,
} from "lucide";

const icons = {
  back: ArrowLeft,
  onward: ArrowRight,
  up: ArrowUp,
  bell: Bell,
  agent: Bot,
  unknown: Braces,
  done: Check,
  chevron: ChevronRight,
  open: Circle,
  alert: CircleAlert,
  child: CornerDownRight,
  lookup: Crosshair,
  save: Download,
  share: Share2,
  edit: FilePen,
  write: FilePlus,
  read: FileText,
  copied: Files,
  folder: FolderOpen,
  list: FolderTree,
  branch: GitBranch,
  fetch: Globe,
  hand: Hand,
  image: ImageIcon,
  info: Info,
  keyboard: Keyboard,
  thinking: Lightbulb,
  task: ListChecks,
  todo: ListTodo,
  plan: MapIcon,
  question: MessageCircleQuestionMark,
  message: MessageSquare,
  auto: Monitor,
  dark: Moon,
  notebook: NotebookPen,
  mcp: Plug,
  glob: ScanSearch,
  search: Search,
  skill: Sparkles,
  bash: SquareTerminal,
  light: Sun,
  shell: Terminal,
  workflow: Workflow,
  tool: Wrench,
  close: X,
} as const satisfies Record<string, IconNode>;

export type IconName = keyof typeof icons;
export const iconNames: readonly string[] = /* @__PURE__ */ Object.keys(icons);

const SVG = "http://www.w3.org/2000/svg";

/** An icon beside text; it adds nothing that the text does not say. */
export function icon(name: IconName): SVGSVGElement {
  return draw(icons[name], name);
}

/** Renders any icon of the library. */
export function draw(node: IconNode, name: string): SVGSVGElement {
  const drawing = document.createElementNS(SVG, "svg");
  drawing.setAttribute("viewBox", "0 0 24 24");
  drawing.setAttribute("class", `icon icon-${name}`);
  drawing.setAttribute("aria-hidden", "true");
  for (const [tag, attributes] of node) {
    const shape = document.createElementNS(SVG, tag);
    for (const [key, value] of Object.entries(attributes)) {
      if (value !== undefined) shape.setAttribute(key, String(value));
    }
    drawing.append(shape);
  }
  return drawing;
}
