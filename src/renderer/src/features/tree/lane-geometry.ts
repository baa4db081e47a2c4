const FIRST_LANE_X = 14;
const LANE_STEP = 16;
/** Lanes that stand a full step apart; the ones beyond share `SQUEEZED_WIDTH`. */
const SPACED_LANES = 5;
const SQUEEZED_WIDTH = 40;
/** Of the squeezed lanes, the one that has come half the way. */
const SQUEEZED_HALF = 4;

/**
 * Horizontal centre of a lane in px. Lanes keep their place however many there are: the first ones
 * a step apart, the others closer and closer towards a bound, so that depth never pushes the text out.
 */
export function laneX(lane: number): number {
  if (lane < SPACED_LANES) return FIRST_LANE_X + lane * LANE_STEP;
  const beyond = lane - SPACED_LANES + 1;
  const squeezed = (SQUEEZED_WIDTH * beyond) / (beyond + SQUEEZED_HALF);
  return FIRST_LANE_X + (SPACED_LANES - 1) * LANE_STEP + Math.round(squeezed * 2) / 2;
}

/** Width in px of the drawing of a tree with so many lanes: between 36 and 132. */
export function graphWidth(laneCount: number): number {
  return Math.ceil(laneX(Math.max(laneCount, 1) - 1) + FIRST_LANE_X + 8);
}
