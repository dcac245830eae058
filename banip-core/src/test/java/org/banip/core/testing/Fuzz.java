package org.banip.core.testing;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.banip.core.error.BanipException;

/**
 * Many damaged inputs for one reader, from a seed (docs/faults.md, "Fuzzing"). For each input the reader either returns, or throws a {@link
 * BanipException} with a code that it documents, and it allocates no more memory than the input may cost. It must not work on one input
 * forever: the time that the processor spends on it is watched, not the time that passes.
 */
public final class Fuzz {
    /** Reads one input. */
    @FunctionalInterface
    public interface Reader {
        /**
         * Reads it.
         *
         * @param input the bytes, which are not to be changed
         * @param random for what else the case needs, such as the pieces in which the input comes
         */
        void read(byte[] input, Random random) throws Exception;
    }

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    /** Processor time for one input. Each takes milliseconds at most. */
    private static final long MOST_NANOS = 60_000_000_000L;
    /** So often may a reader be found asleep within one input, once a second. */
    private static final int MOST_ASLEEP = 300;

    private final String name;
    private final List<String> documented;
    private ToLongFunction<byte[]> mostAllocated = input -> 1 << 20;
    private int oneIn = 1;
    private final long seed = Long.getLong("banip.fuzz.seed", new Random().nextLong());
    private final Map<String, Integer> outcomes = new TreeMap<>();

    // Of the thread that reads.
    private volatile long number;
    private volatile Throwable failure;

    private Fuzz(String name, List<String> documented) {
        this.name = name;
        this.documented = documented;
    }

    /**
     * A reader.
     *
     * @param documented tokens of the error codes that it may throw
     */
    public static Fuzz of(String name, String... documented) {
        return new Fuzz(name, List.of(documented));
    }

    /** So many bytes may be allocated for an input. */
    public Fuzz allocating(ToLongFunction<byte[]> most) {
        mostAllocated = most;
        return this;
    }

    /** Divides the number of inputs, for readers that take milliseconds for each. */
    public Fuzz oneIn(int many) {
        oneIn = many;
        return this;
    }

    /**
     * Reads damaged forms of valid inputs. {@code -Dbanip.fuzz.inputs=N} is their number; {@code -Dbanip.fuzz.seed=S -Dbanip.fuzz.first=K
     * -Dbanip.fuzz.inputs=1} repeats one of them.
     *
     * @param ordinary their number if nothing is said
     */
    public void run(List<byte[]> valid, int ordinary, Reader reader) throws InterruptedException {
        long first = Long.getLong("banip.fuzz.first", 0);
        long asked = Long.getLong("banip.fuzz.inputs", -1);
        long count = asked < 0 ? ordinary : Math.max(1, asked / oneIn);
        System.out.println(name + ": -Dbanip.fuzz.seed=" + seed + ", " + count + " inputs");
        valid.forEach(input -> read(input.clone(), new Random(seed), reader)); // so that classes and tables are there
        outcomes.clear();
        Thread thread = new Thread(() -> readAll(new Mutation(valid), first, first + count, reader), "fuzz-" + name);
        thread.setDaemon(true);
        thread.start();
        watch(thread);
        if (failure != null) {
            throw new AssertionError(name + ": " + failure.getMessage(), failure);
        }
        System.out.println(name + ": " + outcomes);
    }

    /** How many inputs had this outcome: {@code read}, or the token of an error code. */
    public int count(String outcome) {
        return outcomes.getOrDefault(outcome, 0);
    }

    private void readAll(Mutation mutation, long from, long to, Reader reader) {
        byte[] input = new byte[0];
        try {
            for (long n = from; n < to; n++) {
                number = n;
                Random random = new Random(seedOf(n));
                input = mutation.input(random);
                long most = mostAllocated.applyAsLong(input);
                if (allocated(input, random, reader) > most) {
                    // Once more: classes are loaded and tables are made once.
                    Random again = new Random(seedOf(n));
                    long allocated = allocated(mutation.input(again), again, reader);
                    if (allocated > most) {
                        throw new AssertionError(allocated + " bytes were allocated, allowed are " + most);
                    }
                }
            }
        } catch (Throwable e) { // whatever the reader throws is what is looked for
            failure = new AssertionError(
                    "-Dbanip.fuzz.seed=" + seed + " -Dbanip.fuzz.first=" + number + " -Dbanip.fuzz.inputs=1: " + e
                            + ", input of " + input.length + " bytes "
                            + Hex.text(Arrays.copyOf(input, Math.min(input.length, 400))),
                    e);
        }
    }

    private long seedOf(long input) {
        return seed ^ (input + 1) * 0x9e3779b97f4a7c15L;
    }

    private long allocated(byte[] input, Random random, Reader reader) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        read(input, random, reader);
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    private void read(byte[] input, Random random, Reader reader) {
        String outcome = "read";
        try {
            reader.read(input, random);
        } catch (BanipException e) {
            outcome = e.code().token();
            if (!documented.contains(outcome)) {
                throw new AssertionError("the error is " + outcome + ", documented are " + documented, e);
            }
        } catch (Exception e) {
            throw new AssertionError("no documented error: " + e, e);
        }
        outcomes.merge(outcome, 1, Integer::sum);
    }

    /** Waits for the thread, and looks once a second whether it gets on. */
    private void watch(Thread thread) throws InterruptedException {
        long at = -1;
        long usedBefore = 0;
        int asleep = 0;
        while (thread.isAlive()) {
            thread.join(1000);
            long now = number;
            long used = THREADS.getThreadCpuTime(thread.getId());
            if (now != at) {
                at = now;
                usedBefore = used;
                asleep = 0;
            } else if (thread.isAlive()) {
                asleep += thread.getState() == Thread.State.RUNNABLE ? 0 : 1;
                if (used - usedBefore > MOST_NANOS || asleep > MOST_ASLEEP) {
                    throw hanging(thread, now);
                }
            }
        }
    }

    private AssertionError hanging(Thread thread, long input) {
        AssertionError hanging = new AssertionError(
                name + ": -Dbanip.fuzz.seed=" + seed + " -Dbanip.fuzz.first=" + input + " does not end");
        hanging.setStackTrace(thread.getStackTrace());
        return hanging;
    }
}
