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
    static final int AF_INET = 2;
    static final int SOCK_STREAM_CLOEXEC = 1 | 0x80000;
    static final int IPPROTO_TCP = 6;
    static final int IPPROTO_MPTCP = 262;
    static final int SOL_SOCKET = 1;
    static final int SO_RCVTIMEO = 20;
    static final int SO_SNDTIMEO = 21;
    static final int SHUT_RDWR = 2;

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

    static native int socket(int domain, int type, int protocol) throws LastErrorException;

    static native int setsockopt(int fd, int level, int name, Pointer value, int length) throws LastErrorException;

    static native int bind(int fd, Pointer address, int length) throws LastErrorException;

    static native int listen(int fd, int backlog) throws LastErrorException;

    static native int getsockname(int fd, Pointer address, Pointer length) throws LastErrorException;

    static native int accept4(int fd, Pointer address, Pointer length, int flags) throws LastErrorException;

    static native int connect(int fd, Pointer address, int length) throws LastErrorException;

    static native int shutdown(int fd, int how) throws LastErrorException;

    /** An error with the purpose of the call and the kernel's message. */
    static IOException failed(String what, LastErrorException e) {
        return new IOException(what + ": " + e.getMessage(), e);
    }
}
