// The connection to the simulator: messages and frames in, wishes out. It comes back by itself.

const FIRST_MS = 250;
const LONGEST_MS = 2000;

export function connect({ onMessage, onFrame, onState }) {
  let socket = null;
  let wait = FIRST_MS;

  function open() {
    socket = new WebSocket(`ws://${location.host}/live`);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      wait = FIRST_MS;
      onState(true);
    };
    socket.onmessage = (event) => {
      if (event.data instanceof ArrayBuffer) onFrame(new Uint8Array(event.data));
      else onMessage(JSON.parse(event.data));
    };
    socket.onclose = () => {
      onState(false);
      setTimeout(open, wait);
      wait = Math.min(LONGEST_MS, wait * 1.5);
    };
  }

  open();
  return function send(wish) {
    if (socket.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(wish));
    return true;
  };
}
