#include "textflag.h"

// Of the registers, all of 64 bits:
//	R0  where the text begins
//	R1  where it ends
//	R2  where the scan stands
//	R3  entry that is being written, 0 for none
//	R4  behind the last that there is room for
//	R5  which of the open brackets are of objects, the innermost lowest
//	R6  how many are open
//	R7  byte at R2, 0 behind the text
//	R8  marks of the byte that is looked for
//	R9  scratch
//	R10 scratch
//	R11 whether a key is next
//	R12 the byte that is looked for, eight times

#define STEP(n) \
	Get R2; \
	I64Const $n; \
	I64Add; \
	Set R2

#define LOOK \
	Get R2; \
	Get R1; \
	I64LtU; \
	If; \
	I64Load8U (R2); \
	Set R7; \
	Else; \
	I64Const $0; \
	Set R7; \
	End

#define IS(c) \
	Get R7; \
	I64Const $c; \
	I64Eq

// SPACE steps over white space, and looks at what follows. The constant has the
// bits of ' ', tab, line feed and carriage return.
#define SPACE \
	Loop; \
	LOOK; \
	Get R7; \
	I64Const $32; \
	I64LeU; \
	If; \
	I64Const $0x100002600; \
	Get R7; \
	I64ShrU; \
	I64Const $1; \
	I64And; \
	I32WrapI64; \
	If; \
	STEP(1); \
	Br $2; \
	End; \
	End; \
	End

// NOTE writes the place, moved by some bytes, into a field of the entry.
#define NOTE(field, by) \
	Get R3; \
	I32WrapI64; \
	Get R2; \
	Get R0; \
	I64Sub; \
	I64Const $by; \
	I64Add; \
	I64Store32 $field

// SHORT tells that fewer bytes are left.
#define SHORT(n) \
	Get R2; \
	I64Const $n; \
	I64Add; \
	Get R1; \
	I64LeU; \
	I32Eqz

// MARKS leaves the marks of a byte in eight bytes on the stack: the lowest is right.
// R12 has that byte eight times.
#define MARKS(at) \
	I64Load at(R2); \
	Get R12; \
	I64Xor; \
	Tee R9; \
	I64Const $0x0101010101010101; \
	I64Sub; \
	Get R9; \
	I64Const $-1; \
	I64Xor; \
	I64And

#define HIGHS \
	I64Const $-9187201950435737472; \
	I64And

// FIND steps to the next of the byte, by steps of 8 and 32: the first of them finds
// the ends of most strings.
#define FIND(nowhere) \
	Block; \
	Block; \
	SHORT(8); \
	BrIf $0; \
	MARKS(0); \
	HIGHS; \
	Tee R8; \
	I64Eqz; \
	I32Eqz; \
	BrIf $1; \
	STEP(8); \
	Block; \
	Loop; \
	SHORT(32); \
	BrIf $1; \
	MARKS(0); \
	MARKS(8); \
	I64Or; \
	MARKS(16); \
	I64Or; \
	MARKS(24); \
	I64Or; \
	HIGHS; \
	I64Eqz; \
	I32Eqz; \
	BrIf $1; \
	STEP(32); \
	Br $0; \
	End; \
	End; \
	Loop; \
	SHORT(8); \
	BrIf $1; \
	MARKS(0); \
	HIGHS; \
	Tee R8; \
	I64Eqz; \
	I32Eqz; \
	BrIf $2; \
	STEP(8); \
	Br $0; \
	End; \
	End; \
	I64Const $128; \
	Set R8; \
	Loop; \
	Get R2; \
	Get R1; \
	I64GeU; \
	BrIf $nowhere; \
	I64Load8U (R2); \
	Get R12; \
	I64Const $255; \
	I64And; \
	I64Eq; \
	BrIf $1; \
	STEP(1); \
	Br $0; \
	End; \
	End; \
	Get R2; \
	Get R8; \
	I64Ctz; \
	I64Const $3; \
	I64ShrU; \
	I64Add; \
	Set R2

// func find(b []byte, at int, c byte) int
TEXT ·find(SB), NOSPLIT, $0-48
	I64Load b_base+0(FP)
	Tee R0
	I64Load b_len+8(FP)
	I64Add
	Set R1
	Get R0
	I64Load at+24(FP)
	I64Add
	Set R2
	I64Load8U c+32(FP)
	I64Const $0x0101010101010101
	I64Mul
	Set R12
	Block
		FIND(2)
		Get SP
		Get R2
		Get R0
		I64Sub
		I64Store ret+40(FP)
		RET
	End
	Get SP
	I64Const $-1
	I64Store ret+40(FP)
	RET

// func scan(b []byte, at int, out *[batch]entry) (n, next int)
TEXT ·scan(SB), NOSPLIT, $0-56
	I64Load b_base+0(FP)
	Tee R0
	I64Load b_len+8(FP)
	I64Add
	Set R1
	Get R0
	I64Load at+24(FP)
	I64Add
	Set R2
	I64Load out+32(FP)
	Tee R3
	I64Const $128
	I64Add
	Set R4
	Get R3
	I64Eqz
	I64ExtendI32U
	I64Const $1
	I64Xor
	Tee R5
	Tee R6
	Set R11
	I64Const $0x2222222222222222 // quotes
	Set R12

	Block // wrong
	Block // done
	Loop // over values and keys
	Block // behind a value
	Block // string
		LOOK
		IS(34)
		BrIf $0
		Get R11
		I32WrapI64
		BrIf $4
		Get R7
		I64Const $32
		I64Or
		I64Const $123 // { or [
		I64Eq
		If
			Get R3
			I64Const $0
			I64Ne
			If // who asks decides
				Get R3
				I32WrapI64
				I64Const $-1
				I64Store32 $12
				Get R3
				I64Const $16
				I64Add
				Set R3
				Br $5 // done
			End
			Get R6
			I64Const $64
			I64Eq
			BrIf $5 // wrong
			Get R5
			I64Const $1
			I64Shl
			Get R7
			I64Const $5
			I64ShrU
			I64Const $1
			I64And
			I64Or
			Set R5
			Get R6
			I64Const $1
			I64Add
			Set R6
			STEP(1)
			SPACE
			Get R5
			I64Const $1
			I64And
			Tee R11
			I64Const $5
			I64Shl
			I64Const $93 // ] or }
			I64Or
			Get R7
			I64Eq
			If
				STEP(1)
				Get R5
				I64Const $1
				I64ShrU
				Set R5
				Get R6
				I64Const $1
				I64Sub
				Set R6
				Br $3 // behind a value
			End
			Br $3 // over values and keys
		End

		Get R2
		Set R10
		Loop // a literal: the constant has the bits of + - . and digits
			Get R7
			I64Const $64
			I64LtU
			If
				I64Const $0x03ff680000000000
				Get R7
				I64ShrU
				I64Const $1
				I64And
				Set R9
			Else
				Get R7
				I64Const $97 // a
				I64Sub
				I64Const $26
				I64LtU
				IS(69) // E
				I32Or
				I64ExtendI32U
				Set R9
			End
			Get R9
			I32WrapI64
			If
				STEP(1)
				LOOK
				Br $1
			End
		End
		Get R2
		Get R10
		I64Eq
		BrIf $4 // wrong
		Br $1 // behind a value
	End

		Get R3
		I64Eqz
		Get R11
		I64Eqz
		I32Or
		I32Eqz
		If
			NOTE(0, 1)
		End
		STEP(1)
		Loop // over quotes
			FIND(6) // or it is wrong
			Get R2
			Set R10
			Loop // over backslashes before it
				Get R10
				I64Const $1
				I64Sub
				Tee R10
				I32WrapI64
				I64Load8U $0
				I64Const $92
				I64Eq
				BrIf $0
			End
			STEP(1)
			Get R2
			Get R10
			I64Sub
			I32WrapI64
			I32Const $1
			I32And
			BrIf $0 // one is its own
		End

		Get R11
		I32WrapI64
		If
			Get R3
			I64Const $0
			I64Ne
			If
				NOTE(4, -1)
			End
			SPACE
			IS(58) // :
			I32Eqz
			BrIf $4 // wrong
			STEP(1)
			SPACE
			Get R3
			I64Const $0
			I64Ne
			If
				NOTE(8, 0)
			End
			I64Const $0
			Set R11
			Br $2 // over values and keys
		End
	End

		Get R3
		I64Const $0
		I64Ne
		If
			NOTE(12, 0)
			Get R3
			I64Const $16
			I64Add
			Set R3
		End
		Loop // over ends
			Get R6
			I64Eqz
			BrIf $2 // done
			SPACE
			IS(44) // ,
			If
				STEP(1)
				SPACE
				Get R5
				I64Const $1
				I64And
				Set R11
				Get R3
				Get R4
				I64Eq
				BrIf $3 // done
				Br $2 // over values and keys
			End
			Get R5
			I64Const $1
			I64And
			I64Const $5
			I64Shl
			I64Const $93 // ] or }
			I64Or
			Get R7
			I64Ne
			BrIf $3 // wrong
			STEP(1)
			Get R5
			I64Const $1
			I64ShrU
			Set R5
			Get R6
			I64Const $1
			I64Sub
			Set R6
			Br $0
		End
	End
	End

		Get SP
		Get R2
		Get R0
		I64Sub
		I64Store next+48(FP)
		Get SP
		Get R3
		I64Load out+32(FP)
		I64Sub
		I64Const $4
		I64ShrU
		I64Store n+40(FP)
		RET
	End

	Get SP
	I64Const $-1
	I64Store next+48(FP)
	Get SP
	Get R3
	I64Load out+32(FP)
	I64Sub
	I64Const $4
	I64ShrU
	I64Store n+40(FP)
	RET
