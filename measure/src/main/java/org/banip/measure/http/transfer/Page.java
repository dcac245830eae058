package org.banip.measure.http.transfer;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A page of many objects: a document, and what it refers to. Sizes and contents follow from the page's size and a seed. The sizes are distributed
 * log-normally with a shape of 1.2 around a mean of 12 kB, scaled so that their sum is the size of the page.
 */
public final class Page {
    /** Largest size. */
    static final int MOST_KILOBYTES = 20_000;

    private static final int KILO = 1000;
    private static final double MEAN_BYTES = 12_000;
    private static final double SHAPE = 1.2;
    private static final int LEAST_BYTES = 100;

    private final int kilobytes;
    private final List<byte[]> objects = new ArrayList<>();

    /**
     * A page of this size.
     *
     * @param kilobytes of 1,000 bytes
     */
    public Page(int kilobytes, long seed) {
        this.kilobytes = kilobytes;
        Random random = new Random(seed ^ (long) kilobytes << Integer.SIZE);
        for (int size : sizes(kilobytes * KILO, random)) {
            byte[] object = new byte[size];
            random.nextBytes(object); // nothing can be saved by compression
            objects.add(object);
        }
    }

    private static int[] sizes(int all, Random random) {
        int count = Math.max(1, (int) Math.round(all / MEAN_BYTES));
        double[] weights = new double[count];
        double sum = 0;
        for (int i = 0; i < count; i++) {
            weights[i] = Math.exp(SHAPE * random.nextGaussian());
            sum += weights[i];
        }
        int[] sizes = new int[count];
        int left = all - count * LEAST_BYTES;
        int largest = 0;
        int given = 0;
        for (int i = 0; i < count; i++) {
            sizes[i] = (int) (left * weights[i] / sum);
            given += sizes[i];
            sizes[i] += LEAST_BYTES;
            largest = sizes[i] > sizes[largest] ? i : largest;
        }
        sizes[largest] += left - given;
        return sizes;
    }

    /** Number of objects, the document included. */
    public int objects() {
        return objects.size();
    }

    /** All bytes. */
    public int bytes() {
        return kilobytes * KILO;
    }

    /** The content of an object; 0 is the document. The caller does not change it. */
    public byte[] object(int number) {
        return objects.get(number);
    }

    /** The request of an object. */
    public Request request(int number) {
        byte[] object = objects.get(number);
        return new Request("/page/" + kilobytes + "/" + number, new byte[0], object.length, Checksum.of(object));
    }
}
