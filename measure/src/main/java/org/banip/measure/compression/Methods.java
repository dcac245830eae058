package org.banip.measure.compression;

import java.util.ArrayList;
import java.util.List;

/** The methods that are measured. */
final class Methods {
    private static final double UNKNOWN_COST = 200;

    private Methods() {}

    /** BANip's coders, older methods to compare with, and additional chains. */
    static List<Method> all(List<String> chains) {
        List<Method> all = new ArrayList<>(List.of(
                new ChainMethod("rice", 15),
                new ChainMethod("predict", 150),
                new ChainMethod("predict(effort=high)", 3000),
                new ChainMethod("auto", 180),
                new ChainMethod("deflate(context=stream)", 60),
                new DeflateMethod(),
                new ZstdMethod(),
                new FlacMethod(),
                new XzMethod()));
        for (String chain : chains) {
            all.add(new ChainMethod(chain, UNKNOWN_COST));
        }
        return all;
    }
}
