package org.banip.surrogate.jini.lookup;

import net.jini.core.discovery.LookupLocator;
import net.jini.core.lookup.ServiceRegistrar;
import net.jini.discovery.DiscoveryGroupManagement;
import net.jini.discovery.DiscoveryListener;
import net.jini.discovery.DiscoveryLocatorManagement;
import net.jini.discovery.DiscoveryManagement;

/** Finds no other lookup service, because a lookup service of BANip registers itself nowhere else. */
final class NoDiscovery implements DiscoveryManagement, DiscoveryGroupManagement, DiscoveryLocatorManagement {
    @Override
    public void addDiscoveryListener(DiscoveryListener listener) {}

    @Override
    public void removeDiscoveryListener(DiscoveryListener listener) {}

    @Override
    public ServiceRegistrar[] getRegistrars() {
        return new ServiceRegistrar[0];
    }

    @Override
    public void discard(ServiceRegistrar registrar) {}

    @Override
    public void terminate() {}

    @Override
    public String[] getGroups() {
        return new String[0];
    }

    @Override
    public void addGroups(String[] groups) {}

    @Override
    public void setGroups(String[] groups) {}

    @Override
    public void removeGroups(String[] groups) {}

    @Override
    public LookupLocator[] getLocators() {
        return new LookupLocator[0];
    }

    @Override
    public void addLocators(LookupLocator[] locators) {}

    @Override
    public void setLocators(LookupLocator[] locators) {}

    @Override
    public void removeLocators(LookupLocator[] locators) {}
}
