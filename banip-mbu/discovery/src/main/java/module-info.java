/** Sources of brokers for the library that the app of a mobile base unit embeds. {@code ServiceLoader} finds them. */
module org.banip.mbu.discovery {
    requires transitive org.banip.mbu;
    requires org.dnsjava;
    requires static org.jspecify;
    requires org.slf4j;

    exports org.banip.mbu.discovery;

    provides org.banip.mbu.spi.BrokerSource.Factory with
            org.banip.mbu.discovery.DnsSdBrokersFactory,
            org.banip.mbu.discovery.SrvBrokersFactory;
}
