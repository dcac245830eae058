package org.banip.measure.machine;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the system counted of a process so far ({@code proc(5)}); all zero where it does not tell.
 *
 * @param cpuNanos processor time
 * @param compilerNanos the part of it that the JVM's compilers took; a host that has run for long needs none
 * @param reads system calls that read
 * @param writes system calls that write
 * @param bytesWritten bytes it caused to be written to disk
 */
public record ProcessUse(long cpuNanos, long compilerNanos, long reads, long writes, long bytesWritten) {
    private static final ProcessUse NONE = new ProcessUse(0, 0, 0, 0, 0);
    /** USER_HZ, 100 on all machines that run Java. */
    private static final long NANOS_PER_TICK = 10_000_000;

    private static final Pattern COMPILER = Pattern.compile("\\(C[12] Compiler");
    private static final int USER = 11;
    private static final int SYSTEM = 12;

    /** Now. */
    public static ProcessUse of(long pid) {
        try {
            Path process = Path.of("/proc", Long.toString(pid));
            String stat = Files.readString(process.resolve("stat"));
            String io = Files.readString(process.resolve("io"));
            return new ProcessUse(
                    cpuNanos(stat),
                    compilerNanos(process.resolve("task")),
                    number(io, "syscr"),
                    number(io, "syscw"),
                    number(io, "write_bytes"));
        } catch (IOException e) {
            return NONE; // it has ended, or this is no Linux
        }
    }

    private static long compilerNanos(Path tasks) throws IOException {
        long sum = 0;
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
            for (Path thread : threads) {
                sum += compilerNanos(statOf(thread));
            }
        }
        return sum;
    }

    private static String statOf(Path thread) {
        try {
            return Files.readString(thread.resolve("stat"));
        } catch (IOException e) {
            return ""; // it ended between the two looks
        }
    }

    /** Of a thread; nothing if it is none of the JVM's compilers. */
    static long compilerNanos(String stat) {
        return COMPILER.matcher(stat).find() ? cpuNanos(stat) : 0;
    }

    static long cpuNanos(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return (Long.parseLong(fields[USER]) + Long.parseLong(fields[SYSTEM])) * NANOS_PER_TICK;
    }

    private static long number(String text, String name) {
        Matcher line = Pattern.compile("(?m)^" + name + ":\\s+(\\d+)").matcher(text);
        return line.find() ? Long.parseLong(line.group(1)) : 0;
    }

    /** The most memory that was resident, in bytes. */
    public static long mostResident(long pid) {
        try {
            return number(Files.readString(Path.of("/proc", Long.toString(pid), "status")), "VmHWM") << 10;
        } catch (IOException e) {
            return 0; // as above
        }
    }

    /** The sum. */
    public ProcessUse plus(ProcessUse other) {
        return new ProcessUse(
                cpuNanos + other.cpuNanos,
                compilerNanos + other.compilerNanos,
                reads + other.reads,
                writes + other.writes,
                bytesWritten + other.bytesWritten);
    }

    /** From an earlier look to this one; nothing if the process was gone at one of them. */
    public ProcessUse since(ProcessUse before) {
        if (before.equals(NONE) || equals(NONE)) {
            return NONE;
        }
        return new ProcessUse(
                cpuNanos - before.cpuNanos,
                compilerNanos - before.compilerNanos,
                reads - before.reads,
                writes - before.writes,
                bytesWritten - before.bytesWritten);
    }
}
