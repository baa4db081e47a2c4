;; Copies JSON texts, each given piece by piece, with their long strings cut: what each of them says beyond a limit is
;; looked at, and left out. `json-scanner-code.ts` has the bytes of this module; npm run generate makes them anew.
;;
;; Memory: what is read stands in the first MiB, copies in the two behind it. Then comes room for what is written ahead.
(module
  (memory (export "memory") 49)

  ;; 0 outside of strings, 1 in one, 2 behind a backslash, 3 to 6 with so many (less 2) hexadecimal digits to come.
  (global $state (mut i32) (i32.const 0))
  ;; Bytes that are kept of a string, but for the rest of a character or an escape.
  (global $limit (mut i32) (i32.const 0))
  ;; Bytes that the string still has room for; none once the rest of it is left out.
  (global $room (mut i32) (i32.const 0))
  (global $skips (mut i32) (i32.const 0))
  ;; Where the copy begins, and where it ends.
  (global $start (mut i32) (i32.const 0))
  (global $out (mut i32) (i32.const 0))

  (func (export "begin") (param $limit i32) (param $start i32)
    (global.set $state (i32.const 0))
    (global.set $limit (local.get $limit))
    (global.set $start (local.get $start))
    (global.set $out (local.get $start)))

  ;; Bytes copied so far.
  (func (export "copied") (result i32)
    (i32.sub (global.get $out) (global.get $start)))

  ;; Moves the copy, which need not have ended.
  (func (export "move") (param $start i32)
    (local $size i32)
    (local.set $size (i32.sub (global.get $out) (global.get $start)))
    (memory.copy (local.get $start) (global.get $start) (local.get $size))
    (global.set $start (local.get $start))
    (global.set $out (i32.add (local.get $start) (local.get $size))))

  ;; Where the copy ends; 0 where a string has not ended.
  (func (export "end") (result i32)
    (select (i32.const 0) (global.get $out) (global.get $state)))

  ;; Takes the next piece. 0 where a string holds what no JSON string can, or the copy might have no room.
  (func (export "feed") (param $at i32) (param $end i32) (result i32)
    (local $byte i32)
    (local $found i32)
    (local $bytes v128)
    (local $state i32)
    (local $room i32)
    (local $skips i32)
    (local $out i32)
    (if (i32.gt_u
          (i32.add (global.get $out) (i32.sub (local.get $end) (local.get $at)))
          (i32.const 3145728))
      (then (return (i32.const 0))))
    (local.set $state (global.get $state))
    (local.set $room (global.get $room))
    (local.set $skips (global.get $skips))
    (local.set $out (global.get $out))

    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))

        ;; Outside of strings everything is kept.
        (if (i32.eqz (local.get $state))
          (then
            (local.set $byte (i32.load8_u (local.get $at)))
            (i32.store8 (local.get $out) (local.get $byte))
            (local.set $out (i32.add (local.get $out) (i32.const 1)))
            (local.set $at (i32.add (local.get $at) (i32.const 1)))
            (br_if $next (i32.ne (local.get $byte) (i32.const 0x22)))
            (local.set $state (i32.const 1))
            (local.set $room (global.get $limit))
            (local.set $skips (i32.const 0))
            (br $next)))

        (if (i32.eq (local.get $state) (i32.const 1))
          (then
            ;; Sixteen plain bytes at a time: of a string that is left out, or that has room for as many.
            (block $one_by_one
              (br_if $one_by_one (i32.gt_u (i32.add (local.get $at) (i32.const 16)) (local.get $end)))
              (br_if $one_by_one
                (i32.and
                  (i32.eqz (local.get $skips))
                  (i32.lt_s (local.get $room) (i32.const 16))))
              (local.set $bytes (v128.load (local.get $at)))
              (local.set $found
                (i8x16.bitmask
                  (v128.or
                    (v128.or
                      (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 0x22)))
                      (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 0x5c))))
                    (i8x16.lt_u (local.get $bytes) (i8x16.splat (i32.const 0x20))))))
              ;; How many of them are plain.
              (local.set $found (i32.ctz (i32.or (local.get $found) (i32.const 0x10000))))
              (local.set $at (i32.add (local.get $at) (local.get $found)))
              (if (i32.eqz (local.get $skips))
                (then
                  (v128.store (local.get $out) (local.get $bytes))
                  (local.set $out (i32.add (local.get $out) (local.get $found)))
                  (local.set $room (i32.sub (local.get $room) (local.get $found)))))
              (br_if $next (i32.eq (local.get $found) (i32.const 16))))
            (br_if $done (i32.ge_u (local.get $at) (local.get $end)))

            (local.set $byte (i32.load8_u (local.get $at)))
            (local.set $at (i32.add (local.get $at) (i32.const 1)))
            (if (i32.eq (local.get $byte) (i32.const 0x22))
              (then
                (i32.store8 (local.get $out) (local.get $byte))
                (local.set $out (i32.add (local.get $out) (i32.const 1)))
                (local.set $state (i32.const 0))
                (br $next)))
            (if (i32.lt_u (local.get $byte) (i32.const 0x20)) (then (return (i32.const 0))))
            ;; It is cut before a character or an escape: bytes 10xxxxxx continue one.
            (if (i32.le_s (local.get $room) (i32.const 0))
              (then
                (if (i32.ne (i32.and (local.get $byte) (i32.const 0xc0)) (i32.const 0x80))
                  (then (local.set $skips (i32.const 1))))))
            (if (i32.eqz (local.get $skips))
              (then
                (i32.store8 (local.get $out) (local.get $byte))
                (local.set $out (i32.add (local.get $out) (i32.const 1)))
                (local.set $room (i32.sub (local.get $room) (i32.const 1)))))
            (br_if $next (i32.ne (local.get $byte) (i32.const 0x5c)))
            (local.set $state (i32.const 2))
            (br $next)))

        ;; In an escape.
        (local.set $byte (i32.load8_u (local.get $at)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (if (i32.eqz (local.get $skips))
          (then
            (i32.store8 (local.get $out) (local.get $byte))
            (local.set $out (i32.add (local.get $out) (i32.const 1)))
            (local.set $room (i32.sub (local.get $room) (i32.const 1)))))
        (if (i32.eq (local.get $state) (i32.const 2))
          (then
            (local.set $state (i32.const 1))
            ;; Most are line feeds.
            (br_if $next (i32.eq (local.get $byte) (i32.const 0x6e)))
            (br_if $next (call $is_escape (local.get $byte)))
            (if (i32.ne (local.get $byte) (i32.const 0x75)) (then (return (i32.const 0))))
            (local.set $state (i32.const 6))
            (br $next)))
        (if (i32.eqz (call $is_hex (local.get $byte))) (then (return (i32.const 0))))
        (local.set $state
          (select
            (i32.const 1)
            (i32.sub (local.get $state) (i32.const 1))
            (i32.eq (local.get $state) (i32.const 3))))
        (br $next)))

    (global.set $state (local.get $state))
    (global.set $room (local.get $room))
    (global.set $skips (local.get $skips))
    (global.set $out (local.get $out))
    (i32.const 1))

  ;; One of " \ / b f r t
  (func $is_escape (param $byte i32) (result i32)
    (i32.or
      (i32.or
        (i32.or (i32.eq (local.get $byte) (i32.const 0x22)) (i32.eq (local.get $byte) (i32.const 0x5c)))
        (i32.or (i32.eq (local.get $byte) (i32.const 0x2f)) (i32.eq (local.get $byte) (i32.const 0x62))))
      (i32.or
        (i32.or (i32.eq (local.get $byte) (i32.const 0x66)) (i32.eq (local.get $byte) (i32.const 0x72)))
        (i32.eq (local.get $byte) (i32.const 0x74)))))

  (func $is_hex (param $byte i32) (result i32)
    (i32.or
      (i32.lt_u (i32.sub (local.get $byte) (i32.const 0x30)) (i32.const 10))
      (i32.lt_u (i32.sub (i32.or (local.get $byte) (i32.const 0x20)) (i32.const 0x61)) (i32.const 6))))
)
