import ArgumentParser

enum AnswerFormat: String, CaseIterable, ExpressibleByArgument { case text, json }
