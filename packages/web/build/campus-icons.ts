// Draws the icons that applications name in a manifest, as SVG files. Pages show them as pictures, so that no script contains them.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CampusIcon, campusIcons } from '@brama/contract/applications/campus-icons';
import { campusIconPath } from '@brama/contract/paths';
import Archive from 'lucide-react/icons/archive';
import Award from 'lucide-react/icons/award';
import BedDouble from 'lucide-react/icons/bed-double';
import BookOpen from 'lucide-react/icons/book-open';
import Briefcase from 'lucide-react/icons/briefcase';
import Bus from 'lucide-react/icons/bus';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import CalendarDays from 'lucide-react/icons/calendar-days';
import ChartColumn from 'lucide-react/icons/chart-column';
import ClipboardCheck from 'lucide-react/icons/clipboard-check';
import Cloud from 'lucide-react/icons/cloud';
import Contact from 'lucide-react/icons/contact';
import CreditCard from 'lucide-react/icons/credit-card';
import DoorOpen from 'lucide-react/icons/door-open';
import Dumbbell from 'lucide-react/icons/dumbbell';
import FilePenLine from 'lucide-react/icons/file-pen-line';
import FileText from 'lucide-react/icons/file-text';
import FlaskConical from 'lucide-react/icons/flask-conical';
import Globe from 'lucide-react/icons/globe';
import GraduationCap from 'lucide-react/icons/graduation-cap';
import HandCoins from 'lucide-react/icons/hand-coins';
import HeartPulse from 'lucide-react/icons/heart-pulse';
import Languages from 'lucide-react/icons/languages';
import LibraryBig from 'lucide-react/icons/library-big';
import LifeBuoy from 'lucide-react/icons/life-buoy';
import Mail from 'lucide-react/icons/mail';
import MapPicture from 'lucide-react/icons/map';
import MessagesSquare from 'lucide-react/icons/messages-square';
import Microscope from 'lucide-react/icons/microscope';
import MonitorPlay from 'lucide-react/icons/monitor-play';
import Newspaper from 'lucide-react/icons/newspaper';
import Presentation from 'lucide-react/icons/presentation';
import Printer from 'lucide-react/icons/printer';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Ticket from 'lucide-react/icons/ticket';
import Tv from 'lucide-react/icons/tv';
import UserPlus from 'lucide-react/icons/user-plus';
import Users from 'lucide-react/icons/users';
import Utensils from 'lucide-react/icons/utensils';
import Wifi from 'lucide-react/icons/wifi';
import { type ComponentType, createElement, type SVGProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

const pictures: Record<CampusIcon, ComponentType<SVGProps<SVGSVGElement>>> = {
  admission: UserPlus,
  archive: Archive,
  attendance: ClipboardCheck,
  book: BookOpen,
  bus: Bus,
  calendar: CalendarDays,
  canteen: Utensils,
  career: Briefcase,
  certificate: Award,
  chat: MessagesSquare,
  cloud: Cloud,
  clubs: Users,
  conference: Presentation,
  courses: MonitorPlay,
  documents: FileText,
  dormitory: BedDouble,
  email: Mail,
  events: Ticket,
  exams: FilePenLine,
  grades: ChartColumn,
  graduation: GraduationCap,
  health: HeartPulse,
  helpdesk: LifeBuoy,
  international: Globe,
  laboratory: FlaskConical,
  languages: Languages,
  library: LibraryBig,
  map: MapPicture,
  news: Newspaper,
  payments: CreditCard,
  people: Contact,
  printing: Printer,
  research: Microscope,
  rooms: DoorOpen,
  scholarship: HandCoins,
  screen: Tv,
  sport: Dumbbell,
  timetable: CalendarClock,
  vpn: ShieldCheck,
  wifi: Wifi,
};

/** The colour `--plate-ink`, because a picture does not inherit colours. */
const stroke = '#fff';

/** Returns an icon as the text of an SVG file, with the licence that its pictures require. */
export function drawCampusIcon(name: CampusIcon): string {
  const picture = createElement(pictures[name], { stroke, 'aria-hidden': undefined });
  return `<!-- Lucide (https://lucide.dev), ISC License -->${renderToStaticMarkup(picture)}`;
}

export async function writeCampusIcons(dist: string): Promise<void> {
  await mkdir(join(dist, campusIconPath('x'), '..'), { recursive: true });
  for (const name of campusIcons)
    await writeFile(join(dist, campusIconPath(name)), drawCampusIcon(name));
}
