/** The bridge: exposes the contract to the page, and nothing else. */
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { type Bridge, STREAM_PORT_MESSAGE } from '../shared/contract/bridge';
import {
  DROPPED_CHANNEL,
  EVENT_CHANNEL,
  OPERATION_CHANNEL,
  STREAM_CHANNEL,
} from '../shared/contract/channels';
import type { EventName } from '../shared/contract/operations';

// The payload has the type of its event; the map holds listeners of all events.
type Listener = (payload: never) => void;
const listeners = new Map<EventName, Set<Listener>>();

ipcRenderer.on(EVENT_CHANNEL, (_event, name: EventName, payload: unknown) => {
  for (const listener of listeners.get(name) ?? []) listener(payload as never);
});

// A port cannot cross the context bridge; a message of the window hands it on without a copy of what it carries.
ipcRenderer.on(STREAM_CHANNEL, (event, streamId: string) => {
  window.postMessage({ type: STREAM_PORT_MESSAGE, streamId }, window.location.origin, event.ports);
});

const bridge: Bridge<File> = {
  call: (name, input) => ipcRenderer.invoke(OPERATION_CHANNEL, name, input),
  on: (name, listener) => {
    const set = listeners.get(name) ?? new Set();
    listeners.set(name, set.add(listener));
    return () => void set.delete(listener);
  },
  openDropped: (files) => {
    const paths = files.map((file) => webUtils.getPathForFile(file)).filter((path) => path !== '');
    if (paths.length > 0) ipcRenderer.send(DROPPED_CHANNEL, paths);
    return paths.length;
  },
};

contextBridge.exposeInMainWorld('ramify', bridge);
