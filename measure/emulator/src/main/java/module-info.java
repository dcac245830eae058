/** An emulated link between two network namespaces of this machine, and a relay that stands in for it without privileges. */
@SuppressWarnings("module") // measure is built later
module org.banip.emulator {
    requires HdrHistogram;
    requires com.sun.jna;
    requires java.management;
    requires transitive org.banip.core;
    requires org.slf4j;
    requires static transitive org.jspecify;

    exports org.banip.emulator to
            org.banip.app,
            org.banip.measure;
    exports org.banip.emulator.device to
            org.banip.measure;
    exports org.banip.emulator.forward to
            org.banip.measure;
    exports org.banip.emulator.profile to
            org.banip.app,
            org.banip.measure;
    exports org.banip.emulator.queue to
            org.banip.app,
            org.banip.measure;
    exports org.banip.emulator.relay to
            org.banip.measure;
}
