package org.banip.mbu.interconnect;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.banip.core.error.BanipException;
import org.jspecify.annotations.Nullable;

/**
 * Whether the final errors of the paths end the MBU: only if each path whose network is there has one of its own. A captive network that refuses
 * everything, or a wrong proxy, says nothing about the other paths. A backup that stands by is tried first. Any thread.
 */
final class FinalErrors {
    private final List<Path> paths = new CopyOnWriteArrayList<>();

    /** What counts of a path. */
    private record Path(String name, PathNetwork network, LinkErrors errors) {}

    /** There is another path; before the links begin. */
    void add(String path, PathNetwork network, LinkErrors errors) {
        paths.add(new Path(path, network, errors));
    }

    private boolean isOnlyOne() {
        return paths.size() == 1;
    }

    private List<Path> there() {
        return paths.stream().filter(path -> path.network.isThere()).collect(Collectors.toList());
    }

    /** Whether each path that is there is refused finally. */
    boolean areOfAll() {
        return isOnlyOne() || there().stream().allMatch(path -> path.errors.finalError() != null);
    }

    /** What to do about an error that was judged so on one link. */
    ErrorPolicy.Verdict together(ErrorPolicy.Verdict own) {
        if (own != ErrorPolicy.Verdict.FAIL || isOnlyOne()) {
            return own;
        }
        boolean ends = there().stream().map(path -> path.errors.finalError()).allMatch(of -> of != null && of.ends());
        return ends ? own : ErrorPolicy.Verdict.REFUSED;
    }

    /** The error that ends the MBU: that of the last path, or with several paths one that tells of each. */
    BanipException told(BanipException last) {
        if (isOnlyOne()) {
            return last;
        }
        String reasons = there().stream()
                .map(path -> reason(path.name, path.errors.finalError()))
                .collect(Collectors.joining("; "));
        return new BanipException(last.code(), reasons, last);
    }

    private static String reason(String path, LinkErrors.@Nullable FinalError of) {
        return "path " + path + ": " + (of == null ? "no answer" : of.reason());
    }
}
