global using Pingmark.EndToEndTests.Harness;
global using Xunit;
