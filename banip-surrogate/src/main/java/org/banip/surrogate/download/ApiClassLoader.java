package org.banip.surrogate.download;

import java.util.Set;
import org.banip.surrogate.api.Surrogate;

/**
 * What the classes of a downloaded surrogate see of their host: the JDK, {@code org.banip.surrogate.api}, the packages of
 * {@code org.banip.core} that it exposes, and the detectors of {@code org.banip.alerts}. This keeps a surrogate from depending on the host's libraries by mistake. It does not keep a hostile one
 * from anything.
 */
final class ApiClassLoader extends ClassLoader {
    /** The one parent of all: it has no state. */
    static final ApiClassLoader SHARED = new ApiClassLoader();

    private static final Set<String> PACKAGES = Set.of(
            "org.banip.surrogate.api",
            "org.banip.core.alert",
            "org.banip.core.ban",
            "org.banip.core.command",
            "org.banip.core.error",
            "org.banip.core.packet",
            "org.banip.alerts",
            "org.banip.alerts.finding");

    static {
        registerAsParallelCapable();
    }

    private ApiClassLoader() {
        super("banip-surrogate-api", ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        int end = name.lastIndexOf('.');
        if (end > 0 && PACKAGES.contains(name.substring(0, end))) {
            return Class.forName(name, false, Surrogate.class.getClassLoader());
        }
        return super.loadClass(name, resolve);
    }
}
