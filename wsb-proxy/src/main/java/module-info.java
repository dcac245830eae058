/** The Wireless Service Broker: authenticates mobile base units and relays their streams to surrogate hosts. */
module org.banip.wsb {
    requires org.banip.core;
    requires static org.jspecify;
}
