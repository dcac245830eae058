/** An emulated link between two network namespaces of this machine, and a relay that stands in for it without privileges. */
module org.banip.emulator {
    requires HdrHistogram;
    requires com.sun.jna;
    requires org.banip.core;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.banip.emulator;
    exports org.banip.emulator.device;
    exports org.banip.emulator.forward;
    exports org.banip.emulator.profile;
    exports org.banip.emulator.queue;
    exports org.banip.emulator.relay;
}
