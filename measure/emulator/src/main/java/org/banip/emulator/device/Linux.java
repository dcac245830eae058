package org.banip.emulator.device;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.io.IOException;

/** The system calls, with their constants (asm-generic, the same on x86-64, AArch64 and RISC-V). */
final class Linux {
    static final int O_RDWR = 2;
    static final int O_NONBLOCK = 0x800;
    static final int O_CLOEXEC = 0x80000;
    static final int CLONE_NEWNET = 0x40000000;
    static final int SCHED_FIFO = 1;
    static final short POLLIN = 1;
    static final int EINTR = 4;

    static {
        Native.register("c");
    }

    private Linux() {}

    static native int open(String path, int flags) throws LastErrorException;

    static native int close(int fd) throws LastErrorException;

    static native int ioctl(int fd, long request, Pointer argument) throws LastErrorException;

    static native long read(int fd, Pointer buffer, long length) throws LastErrorException;

    static native long write(int fd, Pointer buffer, long length) throws LastErrorException;

    static native int ppoll(Pointer fds, long count, Pointer timeout, Pointer signals) throws LastErrorException;

    static native int eventfd(int value, int flags) throws LastErrorException;

    static native int setns(int fd, int type) throws LastErrorException;

    static native int sched_setscheduler(int pid, int policy, Pointer parameters) throws LastErrorException;

    /** An error with the purpose of the call and the kernel's message. */
    static IOException failed(String what, LastErrorException e) {
        return new IOException(what + ": " + e.getMessage(), e);
    }
}
